import { expect } from 'chai';
import fc from 'fast-check';
import { readDeliveryReport } from './delivery-report.ts';
import { deliveryReport, type Reported } from './testing/delivery-reports.ts';

const mailId = '3f0c0d3e-3f59-4a0c-9f0e-1f6f6a3b1c11';

const read = (text: string) => readDeliveryReport(Buffer.from(text));
const readReport = (reported: Partial<Reported>) => read(deliveryReport({ mailId, ...reported }));

describe('A report of a mail server about a mail', () => {
  it('says which mail failed, for whom and why, found by our Message-ID or by the id of the envelope', async () => {
    for (const knowsEnvelope of [false, true]) {
      expect(await readReport({ knowsEnvelope })).to.deep.equal({
        mailId,
        recipients: ['ana@example.com', 'ana@example.com'],
        status: '5.1.1',
        text: '550 5.1.1 <ana@example.com>: Recipient address rejected: User unknown',
      });
    }
  });

  it('may return the whole mail, in another case and with a comment in the status', async () => {
    const whole = deliveryReport({ mailId, status: '5.2.2 (mailbox full)' })
      .replace('text/rfc822-headers', 'message/rfc822')
      .replace('Action: failed', 'action:  Failed')
      .replace(
        /(Message-ID: .*)/,
        '$1\r\nContent-Type: text/plain\r\n\r\nStatus: 5.1.1\r\n\r\nAction: failed',
      );
    expect(await read(whole)).to.include({ mailId, status: '5.2.2' });
  });

  it('may name the mailbox to which the mail was forwarded', async () => {
    const forwarded = { recipient: 'ana@elsewhere.example', original: null };
    expect(await readReport(forwarded)).to.deep.include({ recipients: ['ana@elsewhere.example'] });
  });

  it('without a usable status is a failure of no known kind', async () => {
    expect(await readReport({ status: 'unknown' })).to.include({ status: '5.0.0' });
  });

  it('of a delay or a success, of a mail that is not ours, or none at all is not a bounce', async () => {
    for (const action of ['delayed', 'delivered', 'relayed', 'expanded'])
      expect(await readReport({ action }), action).to.equal(undefined);
    expect(await readReport({ mailId: '12345' })).to.equal(undefined);
    for (const text of ['', 'Subject: Férias\r\n\r\nEstou fora.', '\0\r\n--', '{"json":true}'])
      expect(await read(text), text).to.equal(undefined);
  });

  it('may be any bytes, or a thousand recipients', async () => {
    const group = 'Final-Recipient: rfc822; x@example.com\r\nAction: failed\r\n\r\n';
    const many = deliveryReport({ mailId }).replace(
      'Final-Recipient:',
      `${group.repeat(1_000)}Final-Recipient:`,
    );
    expect(await read(many)).to.include({ mailId });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), fc.nat(1_500), async (bytes, at) => {
        await readDeliveryReport(bytes);
        const report = Buffer.from(deliveryReport({ mailId }));
        await readDeliveryReport(
          Buffer.concat([report.subarray(0, at), bytes, report.subarray(at)]),
        );
      }),
      { numRuns: 200 },
    );
  });
});
