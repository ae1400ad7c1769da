import { expect } from 'chai';
import { canonicalRequest, findSignatureError, signatureOf } from './sigv4.ts';

/** The account of the examples in AWS's documentation. */
const account = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const host = 'examplebucket.s3.amazonaws.com';
const time = '20130524T000000Z';
const scope = { day: '20130524', region: 'us-east-1', service: 's3' };
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const welcomeHash = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072';

const examples = [
  {
    name: 'GET Object',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    request: {
      method: 'GET',
      path: '/test.txt',
      query: [],
      headers: { host, range: 'bytes=0-9', 'x-amz-content-sha256': emptyHash, 'x-amz-date': time },
      payloadHash: emptyHash,
    },
  },
  {
    name: 'PUT Object',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    request: {
      method: 'PUT',
      path: '/test%24file.text',
      query: [],
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        host,
        'x-amz-content-sha256': welcomeHash,
        'x-amz-date': time,
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      payloadHash: welcomeHash,
    },
  },
  {
    name: 'GET Bucket Lifecycle',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    request: {
      method: 'GET',
      path: '/',
      query: [['lifecycle', '']],
      headers: { host, 'x-amz-content-sha256': emptyHash, 'x-amz-date': time },
      payloadHash: emptyHash,
    },
  },
  {
    name: 'List Objects',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    request: {
      method: 'GET',
      path: '/',
      query: [
        ['max-keys', '2'],
        ['prefix', 'J'],
      ],
      headers: { host, 'x-amz-content-sha256': emptyHash, 'x-amz-date': time },
      payloadHash: emptyHash,
    },
  },
] as const;

describe('Signature check of the S3 test server', () => {
  for (const { name, request, signature } of examples) {
    it(`computes the signature of AWS’s documentation for ${name}`, () => {
      const canonical = canonicalRequest(request);
      expect(signatureOf(canonical, scope, time, account.secretAccessKey)).to.equal(signature);
    });
  }

  const presigned =
    `https://${host}/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256` +
    '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
    `&X-Amz-Date=${time}&X-Amz-Expires=86400&X-Amz-SignedHeaders=host` +
    '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';

  it('accepts the presigned link of AWS’s documentation for a day, and rejects it for another file', () => {
    const errorAt = (url: string, moment: string) =>
      findSignatureError(
        { method: 'GET', url: new URL(url), headers: { host } },
        account,
        Date.parse(moment),
      );
    expect(errorAt(presigned, '2013-05-24T23:59:59Z')).to.equal(undefined);
    expect(errorAt(presigned, '2013-05-25T00:00:01Z')).to.include('expired');
    const other = presigned.replace('test.txt', 'test2.txt');
    expect(errorAt(other, '2013-05-24T01:00:00Z')).to.equal('SignatureDoesNotMatch');
  });
});
