import { expect } from 'chai';
import { readApiEnvironment } from './env.ts';

const whole = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('The environment', () => {
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
      expect(read).to.throw(`${missing} is missing: files at S3 need it.`);
    }
    const wrong = () => readApiEnvironment({ ...whole, S3_ENDPOINT: 'ftp://s3.example' });
    expect(wrong).to.throw(/^S3_ENDPOINT is not usable/);
  });
});
