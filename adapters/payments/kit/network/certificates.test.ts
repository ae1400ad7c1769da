import { expect } from 'chai';
import { packedCertificates } from '#/adapters/payments/evidence/packed-certificates.ts';
import { makeCertificates } from '#/adapters/payments/simulators/certificates.ts';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { createCertificates, readCertificate } from './certificates.ts';

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

describe('A file with a client certificate', () => {
  it('is read as a PEM with its key', async () => {
    const { client } = await makeCertificates();
    const read = readCertificate(Buffer.from(client), undefined);
    expect(read)
      .to.have.property('fingerprint')
      .that.matches(/^[0-9a-f]{64}$/);
    expect(read).to.have.property('validTo').that.is.above(Date.now());
  });

  it('is read as a PKCS #12, with the day to which it is valid', () => {
    const read = readCertificate(bytes(packedCertificates.modern), 'secret');
    expect(read)
      .to.have.property('fingerprint')
      .that.matches(/^[0-9a-f]{64}$/);
    expect(read).to.have.property('validTo').that.is.above(Date.parse('2100-01-01'));
  });

  it('is refused with the reason: a wrong passphrase, an old format, or no certificate with its key', async () => {
    const { client, ca } = await makeCertificates();
    const modern = bytes(packedCertificates.modern);
    expect(readCertificate(modern, 'wrong')).to.deep.equal({ problem: 'passphrase' });
    expect(readCertificate(modern, undefined)).to.deep.equal({ problem: 'passphrase' });
    const legacy = bytes(packedCertificates.legacy);
    expect(readCertificate(legacy, 'secret')).to.deep.equal({ problem: 'legacy' });
    const onlyKey = client.slice(client.indexOf('-----BEGIN PRIVATE'));
    for (const text of ['', 'no certificate', ca, onlyKey, `${ca}\n${onlyKey}`])
      expect(readCertificate(Buffer.from(text), undefined), text.slice(0, 40)).to.deep.equal({
        problem: 'unusable',
      });
  });

  it('is the account’s where the account has a URL of a certificate, and otherwise the platform’s', async () => {
    const { client } = await makeCertificates();
    const platformCertificate = { content: Buffer.from(client).toString('base64') };
    const certificateOf = (url: string | undefined) =>
      createCertificates({ url, kept: platformCertificate }, () => Date.now(), {
        reach: 'public-or-loopback',
      })();
    expect(String((await certificateOf(undefined)).tls.cert)).to.equal(client);
    const failure = await failureOf(certificateOf('http://127.0.0.1:9/client.pem'));
    expect(failure).to.include({ kind: 'unavailable' });
  });
});

describe('A client certificate that expires', () => {
  /** @param timeOf gives the time of the clock for the end of the certificate (both Unix milliseconds) */
  const certificateAt = async (timeOf: (validTo: number) => number) => {
    const { client } = await makeCertificates();
    const read = readCertificate(Buffer.from(client), undefined);
    const validTo = 'validTo' in read ? read.validTo : expect.fail(read.problem);
    const clock = { now: timeOf(validTo) };
    const platformCertificate = { content: Buffer.from(client).toString('base64') };
    const use = createCertificates({ url: undefined, kept: platformCertificate }, () => clock.now, {
      reach: 'public-or-loopback',
    });
    return { use, clock, validTo };
  };

  it('is refused once it has expired, also to the second of two simultaneous callers', async () => {
    const { use } = await certificateAt((validTo) => validTo);
    for (const failure of await Promise.all([failureOf(use()), failureOf(use())]))
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: false });
  });

  it('is not used after its end, although it was loaded less than an hour before', async () => {
    const { use, clock, validTo } = await certificateAt((end) => end - 1_000);
    expect((await use()).validTo).to.equal(validTo);
    clock.now = validTo;
    expect(await failureOf(use())).to.include({ kind: 'unavailable', mayHaveHappened: false });
  });
});
