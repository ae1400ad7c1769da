import { expect } from 'chai';
import { OperatorError } from '#/ledger/operator-error.ts';
import { readApiEnvironment } from './env.ts';

const s3Settings = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('readApiEnvironment', () => {
  it('normalises PUBLIC_URL, and rejects one with a path, query, fragment or password', () => {
    for (const spelling of [
      'https://loja.example',
      'https://Loja.example:443/',
      ' https://loja.example',
    ]) {
      expect(readApiEnvironment({ PUBLIC_URL: spelling }).PUBLIC_URL).to.equal(
        'https://loja.example',
      );
    }
    for (const suffix of ['/path', '/?query', '/#fragment']) {
      const read = () => readApiEnvironment({ PUBLIC_URL: `https://loja.example${suffix}` });
      expect(read, suffix).to.throw(
        OperatorError,
        /^PUBLIC_URL is not usable: it is no address like/,
      );
    }
    const withPassword = () =>
      readApiEnvironment({ PUBLIC_URL: 'https://user:password@loja.example' });
    expect(withPassword).to.throw(/^PUBLIC_URL is not usable/);
  });

  it('reads the mail server with its sender, and rejects a server without a sender, or an invalid value of either', () => {
    const from = 'Razão <contas@loja.example>';
    const url = 'smtp://user:p%40ss@mail.example:587';
    const read = (variables: NodeJS.ProcessEnv) => readApiEnvironment(variables).smtp;
    expect(read({})).to.equal(undefined);
    expect(read({ SMTP_URL: url, MAIL_FROM: from })).to.deep.equal({ url, from });
    expect(() => read({ SMTP_URL: url })).to.throw(/^MAIL_FROM is missing/);
    expect(() => read({ SMTP_URL: 'https://mail.example' })).to.throw(/^SMTP_URL is not usable/);
    for (const wrong of ['Razão', 'a@b>\r\nBcc: c@d', '<a b@c>']) {
      const reading = () => read({ SMTP_URL: url, MAIL_FROM: wrong });
      expect(reading, wrong).to.throw(/^MAIL_FROM is not usable: it is no address/);
    }
  });

  it('reads how the sandbox misbehaves, and rejects unknown vices and rates that add up to more than one', () => {
    expect(readApiEnvironment({}).SANDBOX_VICES).to.equal(undefined);
    const { seed, rates } =
      readApiEnvironment({ SANDBOX_VICES: 'seed=21,late=0.5' }).SANDBOX_VICES ?? {};
    expect([seed, rates?.late, rates?.['answer-lost']]).to.deep.equal([21, 0.5, 0]);
    for (const wrong of [
      '21',
      'late=0.5',
      'seed=1,lazy=0.1',
      'seed=1,late=2',
      'seed=1,late=0.6,broken-after=0.6',
    ]) {
      const read = () => readApiEnvironment({ SANDBOX_VICES: wrong });
      expect(read, wrong).to.throw(OperatorError, /^SANDBOX_VICES is not usable: /);
    }
  });

  it('configures S3 only when its settings are given, with a default region', () => {
    expect(readApiEnvironment({}).s3).to.equal(undefined);
    expect(readApiEnvironment({ S3_REGION: 'sa-east-1' }).s3).to.equal(undefined);
    expect(readApiEnvironment(s3Settings).s3).to.deep.equal({
      endpoint: 'https://s3.example',
      bucket: 'files',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      publicUrl: undefined,
    });
  });

  it('rejects incomplete S3 settings, naming the missing variable, and an invalid S3_ENDPOINT', () => {
    for (const missing of Object.keys(s3Settings)) {
      const read = () => readApiEnvironment({ ...s3Settings, [missing]: undefined });
      expect(read).to.throw(OperatorError, `${missing} is missing: files at S3 need it.`);
    }
    const wrong = () => readApiEnvironment({ ...s3Settings, S3_ENDPOINT: 'ftp://s3.example' });
    expect(wrong).to.throw(/^S3_ENDPOINT is not usable/);
  });
});
