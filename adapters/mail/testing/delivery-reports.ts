/** The fields of a report. By default it says that the mailbox does not exist. */
export interface ReportFields {
  /** The part of the Message-ID before the @. */
  readonly messageId: string;
  /** The address to which we sent the mail (ORCPT of RFC 3461). */
  readonly to?: string;
  /** The address that failed, when it differs from `to`. */
  readonly recipient?: string;
  readonly action?: string;
  readonly status?: string;
  readonly diagnostic?: string;
  /** The report names our envelope id (RFC 3461) instead of our Message-ID. */
  readonly knowsEnvelope?: boolean;
}

const lines = (...each: readonly (string | null)[]): string =>
  each.filter((line) => line !== null).join('\r\n');

/** A report as Postfix composes it (RFC 3464, RFC 6522). */
export const deliveryReport = ({
  messageId,
  to = 'ana@example.com',
  recipient = to,
  action = 'failed',
  status = '5.1.1',
  diagnostic = `550 5.1.1 <${recipient}>: Recipient address rejected: User unknown`,
  knowsEnvelope = false,
}: ReportFields): string =>
  lines(
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'To: contas@razao.example',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4Wz.1732600000/mx.example"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4Wz.1732600000/mx.example',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `I'm sorry to have to inform you that your message could not be delivered.`,
    '',
    '--4Wz.1732600000/mx.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    knowsEnvelope ? `Original-Envelope-Id: ${messageId}` : null,
    'Arrival-Date: Thu, 26 Nov 2026 12:00:00 -0300 (-03)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Original-Recipient: rfc822;${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.example',
    `Diagnostic-Code: smtp; ${diagnostic.replaceAll(': ', ':\r\n    ')}`,
    '',
    '--4Wz.1732600000/mx.example',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'From: =?UTF-8?Q?Raz=C3=A3o?= <contas@razao.example>',
    `To: ${to}`,
    knowsEnvelope ? null : `Message-ID: <${messageId}@razao.example>`,
    '',
    '--4Wz.1732600000/mx.example--',
    '',
  );
