import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { readDeliveryReport } from './delivery-report.ts';
import { deliveryReport, type ReportFields } from './testing/delivery-reports.ts';

const mailId = '3f0c0d3e-3f59-4a0c-9f0e-1f6f6a3b1c11';
const tag = '0123456789abcdef0123456789abcdef';
const messageId = `${mailId}.${tag}`;

const read = (text: string) => readDeliveryReport(Buffer.from(text));
const readReport = (reported: Partial<ReportFields>) =>
  read(deliveryReport({ messageId, ...reported }));

describe('A report of a mail server about a mail', () => {
  const failure = {
    recipient: 'ana@example.com',
    addresses: ['ana@example.com', 'ana@example.com'],
    status: '5.1.1',
    text: '550 5.1.1 <ana@example.com>: Recipient address rejected: User unknown',
  };

  it('says which mail failed, for whom and why, found by our Message-ID or by the id of the envelope', async () => {
    for (const knowsEnvelope of [false, true])
      expect(await readReport({ knowsEnvelope })).to.deep.equal({
        messageIds: [messageId],
        failures: [failure],
      });
  });

  it('may return the whole mail, in another case and with a comment in the status', async () => {
    const withWholeMail = deliveryReport({ messageId, status: '5.2.2 (mailbox full)' })
      .replace('text/rfc822-headers', 'message/rfc822')
      .replace('Action: failed', 'action:  Failed (for good)')
      .replace(
        /(Message-ID: .*)/,
        '$1\r\nContent-Type: text/plain\r\n\r\nStatus: 5.1.1\r\n\r\nAction: failed',
      );
    expect((await read(withWholeMail))?.failures).to.deep.equal([{ ...failure, status: '5.2.2' }]);
  });

  it('is about the mailbox to which the mail was forwarded, also where only X-Actual-Recipient names it', async () => {
    const elsewhere = 'ana@elsewhere.example';
    const byPostfix = deliveryReport({ messageId, recipient: elsewhere });
    const bySendmail = deliveryReport({ messageId }).replace(
      'Action:',
      `X-Actual-Recipient: RFC822; <${elsewhere}>\r\nAction:`,
    );
    for (const text of [byPostfix, bySendmail])
      expect((await read(text))?.failures[0]).to.include({ recipient: elsewhere });
  });

  it('may be about an address with non-ASCII letters (RFC 6533)', async () => {
    const international = deliveryReport({ messageId })
      .replace('message/delivery-status', 'message/global-delivery-status; charset=utf-8')
      .replace('Final-Recipient: rfc822; ana', 'Final-Recipient: utf-8; ána');
    for (const type of ['message/global-headers', 'message/global']) {
      const bounce = await read(international.replace('text/rfc822-headers', type));
      expect(bounce?.messageIds, type).to.deep.equal([messageId]);
      expect(bounce?.failures[0]).to.include({ recipient: 'ána@example.com' });
    }
  });

  it('is understood among other mails, reports, recipients and ids, and forwarded as an attachment', async () => {
    const report = deliveryReport({ messageId });
    const part = '--4Wz.1732600000/mx.example\r\nContent-Description: Delivery report';
    const withPartBefore = (type: string, text: string) =>
      report.replace(
        part,
        `--4Wz.1732600000/mx.example\r\nContent-Type: ${type}\r\n\r\n${text}\r\n\r\n${part}`,
      );
    const secondFailure =
      'Final-Recipient: rfc822; full@list.example\r\nAction: failed\r\nStatus: 5.2.2';
    const encoded = messageId.replaceAll('-', '+2D').replace('.', '+2E');
    const shapes = [
      withPartBefore('message/rfc822', 'Message-ID: <other@list.example>\r\n\r\nOlá'),
      withPartBefore('message/delivery-status', 'Reporting-MTA: dns; relay.example'),
      report.replace('Final-Recipient', `${secondFailure}\r\n\r\nFinal-Recipient`),
      report.replace(
        'Arrival-Date',
        `Original-Envelope-Id: ${randomUUID()}.${tag}\r\nArrival-Date`,
      ),
      report.replace('Message-ID', 'X-Original-Message-ID'),
      deliveryReport({ messageId: encoded, knowsEnvelope: true }),
      `From: bia@razao.example\r\nContent-Type: message/rfc822\r\n\r\n${report}`,
      `\r\n${report}`,
    ];
    for (const shape of shapes) {
      const bounce = await read(shape);
      expect(bounce?.messageIds, shape).to.include(messageId);
      expect(bounce?.failures, shape).to.deep.include(failure);
    }
  });

  it('without a usable status is a failure with the general status 5.0.0', async () => {
    const bounce = await readReport({ status: 'unknown', diagnostic: 'no reason given' });
    expect(bounce?.failures[0]).to.include({ status: '5.0.0' });
  });

  it('has the status in the answer of the recipient’s server where the report states only 5.0.0, as Exim’s does', async () => {
    const withStatusInAnswer = await readReport({ status: '5.0.0' });
    expect(withStatusInAnswer?.failures[0]).to.include({ status: '5.1.1' });
    const withoutStatusInAnswer = await readReport({
      status: '5.0.0',
      diagnostic: '550 no such person',
    });
    expect(withoutStatusInAnswer?.failures[0]).to.include({ status: '5.0.0' });
    const withOwnStatus = await readReport({
      status: '5.2.2',
      diagnostic: '550 5.1.1 no such person',
    });
    expect(withOwnStatus?.failures[0]).to.include({ status: '5.2.2' });
  });

  it('is no bounce when it is about a delay, a success or a mail that is not ours, or when it is no report', async () => {
    for (const action of ['delayed', 'delivered', 'relayed', 'expanded'])
      expect(await readReport({ action }), action).to.equal(undefined);
    for (const other of ['12345', mailId, tag])
      expect(await readReport({ messageId: other }), other).to.equal(undefined);
    for (const text of ['', 'Subject: Férias\r\n\r\nEstou fora.', '\0\r\n--', '{"json":true}'])
      expect(await read(text), text).to.equal(undefined);
  });

  it('may have long fields and a thousand recipients: ten failures are read, without an address that is too long', async () => {
    const failedRecipient = 'Final-Recipient: rfc822; x@example.com\r\nAction: failed\r\n\r\n';
    const many = deliveryReport({ messageId })
      .replace('Final-Recipient:', `${failedRecipient.repeat(1_000)}Final-Recipient:`)
      .replace('From: =?', `X-Spam-Report: ${'x'.repeat(70_000)}\r\nFrom: =?`);
    expect((await read(many))?.failures).to.have.length(10);
    const long = { recipient: `${'x'.repeat(320)}@example.com`, diagnostic: 'y'.repeat(70_000) };
    const bounce = await readReport(long);
    expect(bounce?.failures[0]).to.deep.include({
      recipient: undefined,
      addresses: [failure.recipient],
    });
  });

  it('is ignored when it has more than 4,000 lines, because no real report has as many', async () => {
    expect(await read(`${deliveryReport({ messageId })}${'\n'.repeat(4_000)}`)).to.equal(undefined);
  });

  it('may be any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), fc.nat(1_500), async (bytes, at) => {
        await readDeliveryReport(bytes);
        const report = Buffer.from(deliveryReport({ messageId }));
        await readDeliveryReport(
          Buffer.concat([report.subarray(0, at), bytes, report.subarray(at)]),
        );
      }),
      { numRuns: 200 },
    );
  });
});
