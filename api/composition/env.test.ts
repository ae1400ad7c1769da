import { expect } from 'chai';
import { OperatorError } from '#/ledger/operator-error.ts';
import { readApiEnvironment } from './env.ts';

const whole = {
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
    for (const more of ['/path', '/?query', '/#fragment']) {
      const read = () => readApiEnvironment({ PUBLIC_URL: `https://loja.example${more}` });
      expect(read, more).to.throw(
        OperatorError,
        /^PUBLIC_URL is not usable: it is no address like/,
      );
    }
    const named = () => readApiEnvironment({ PUBLIC_URL: 'https://user:password@loja.example' });
    expect(named).to.throw(/^PUBLIC_URL is not usable/);
  });

  it('reads how the sandbox misbehaves, and rejects vices that it has not and rates beyond one', () => {
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
    expect(readApiEnvironment(whole).s3).to.deep.equal({
      endpoint: 'https://s3.example',
      bucket: 'files',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      publicUrl: undefined,
    });
  });

  it('rejects incomplete S3 settings, naming the missing variable, and an invalid S3_ENDPOINT', () => {
    for (const missing of Object.keys(whole)) {
      const read = () => readApiEnvironment({ ...whole, [missing]: undefined });
      expect(read).to.throw(OperatorError, `${missing} is missing: files at S3 need it.`);
    }
    const wrong = () => readApiEnvironment({ ...whole, S3_ENDPOINT: 'ftp://s3.example' });
    expect(wrong).to.throw(/^S3_ENDPOINT is not usable/);
  });
});
