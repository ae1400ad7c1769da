import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { statusIn } from '#/domain/mail/delivery-status.ts';
import type { Letter, MailAnswer, MailTransport } from '#/domain/ports/mail.ts';
import type { Timestamp } from '#/domain/values/time.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`. */
  readonly url: string;
  /** The sender, as `Name <address>` or the address alone. */
  readonly from: string;
}

const CONNECTION_MS = 10_000;
/** The longest silence of the mail server within a conversation. */
const SILENCE_MS = 20_000;
const CONNECTIONS = 3;
const SMTP_PORT = 587;
const SMTPS_PORT = 465;

/** What nodemailer adds to an error (https://nodemailer.com/errors). */
const failureSchema = z.object({
  code: z.string().optional(),
  /** The step of the conversation. */
  command: z.string().optional(),
  /** The three-digit code (RFC 5321 section 4.2) of the server's answer, `response`. */
  responseCode: z.number().optional(),
  response: z.string().optional(),
});

/** Steps at which a refusal is about this one mail. */
const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

/** The server asks us to sign in first (RFC 4954). */
const SIGN_IN_FIRST = 530;
/** Enhanced statuses (RFC 3463) of a refusal by policy, or of the sender's address or domain. */
const ABOUT_US = /^5\.(?:7\.\d+|1\.[78])$/;

/** Many servers, Postfix among them, refuse the client or the sender only at `RCPT TO`. */
const isAboutUs = (command: string, code: number, status: string | undefined): boolean =>
  command === 'RCPT TO' && (code === SIGN_IN_FIRST || ABOUT_US.test(status ?? ''));

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** The part after the @ of our Message-IDs (RFC 5322 section 3.6.4). */
const domainOf = (from: string): string => /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

const answerTo = (error: unknown): MailAnswer => {
  const {
    code,
    command = '',
    responseCode,
    response = null,
  } = failureSchema.catch({}).parse(error);
  const text = response;
  // The server gave no answer, but may have accepted the mail.
  if (responseCode === undefined) return { kind: 'deferred', cause: 'unanswered', text };
  const status = statusIn(response);
  const isOfThisMail = ABOUT_THE_MAIL.has(command) && !isAboutUs(command, responseCode, status);
  const isFinal = responseCode >= 500 && code !== 'EAUTH' && isOfThisMail;
  const cause = `smtp-${responseCode}`;
  if (!isFinal) return { kind: 'deferred', cause, text };
  return { kind: 'refused', cause, text, status: status ?? null };
};

const optionsOf = (url: string) => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? SMTPS_PORT : SMTP_PORT)),
    secure: isSecure,
    // Passwords and addresses leave this machine encrypted.
    requireTLS: !isSecure && !isLoopback(hostname),
    ignoreTLS: !isSecure && isLoopback(hostname),
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
};

/** Sends mails by SMTP (RFC 5321), with TLS unless the server is on this machine. */
export const openSmtp = (
  { url, from }: SmtpSettings,
  { now }: { readonly now: () => Timestamp },
): MailTransport => {
  const domain = domainOf(from);
  const transport = createTransport({
    ...optionsOf(url),
    pool: true,
    maxConnections: CONNECTIONS,
    // We decide when a mail is tried again.
    maxRequeues: 0,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const transmit = (
    { messageId, to, subject, html, text, language }: Letter,
    signal: AbortSignal,
  ) =>
    transport.sendMail({
      signal,
      from,
      to: { name: '', address: to },
      subject,
      html,
      text,
      messageId: `<${messageId}@${domain}>`,
      // Asks for reports of failures, with the headers by which we find our mail (RFC 3461).
      dsn: { id: messageId, return: 'headers', notify: ['failure'], recipient: `rfc822;${to}` },
      // No out-of-office replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    });
  return {
    send: async (letter) => {
      const remaining = Date.parse(letter.deadline) - Date.parse(now());
      if (remaining < 0) return { kind: 'deferred', cause: 'too-late', text: null };
      try {
        // Closes the connection at the deadline; the server may still accept a mail that it has whole.
        await transmit(letter, AbortSignal.timeout(remaining));
        return { kind: 'accepted' };
      } catch (error) {
        return answerTo(error);
      }
    },
    close: async () => transport.close(),
  };
};
