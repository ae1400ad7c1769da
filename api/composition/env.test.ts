import { expect } from 'chai';
import { OperatorError } from '#/ledger/operator-error.ts';
import { readApiEnvironment } from './env.ts';

const whole = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('The environment', () => {
  it('names one place where everybody reaches us, as browsers spell it', () => {
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

  it('leaves files on the disk unless it names an S3 service', () => {
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

  it('refuses half of an S3 service, and names what is missing without what is there', () => {
    for (const missing of Object.keys(whole)) {
      const read = () => readApiEnvironment({ ...whole, [missing]: undefined });
      expect(read).to.throw(OperatorError, `${missing} is missing: files at S3 need it.`);
    }
    const wrong = () => readApiEnvironment({ ...whole, S3_ENDPOINT: 'ftp://s3.example' });
    expect(wrong).to.throw(/^S3_ENDPOINT is not usable/);
  });
});
