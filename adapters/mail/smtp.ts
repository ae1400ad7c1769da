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
  /** The three-digit code of the server's answer (RFC 5321 section 4.2); `response` is the answer itself. */
  responseCode: z.number().optional(),
  response: z.string().optional(),
});

/** Steps at which a server refuses this one mail; at other steps it refuses us. */
const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

/** The server asks us to sign in first (RFC 4954); such an answer may have no enhanced status. */
const SIGN_IN_FIRST = 530;
/**
 * Enhanced statuses (RFC 3463) that concern us and not this one mail: the server refuses us by its policy (5.7.x), or refuses the sender's
 * address (5.1.7) or domain (5.1.8).
 */
const ABOUT_US = /^5\.(?:7\.\d+|1\.[78])$/;

/**
 * Whether a refusal at the recipient's address (`RCPT TO`) concerns us and not this mail. Many servers, Postfix among them, refuse the
 * client or the sender only at that step.
 */
const isAboutUs = (command: string, code: number, status: string | undefined): boolean =>
  command === 'RCPT TO' && (code === SIGN_IN_FIRST || ABOUT_US.test(status ?? ''));

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** The domain of an address, with which our Message-IDs end (RFC 5322 section 3.6.4). */
const domainOf = (from: string): string => /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

const answerTo = (error: unknown): MailAnswer => {
  const {
    code,
    command = '',
    responseCode,
    response = null,
  } = failureSchema.catch({}).parse(error);
  const text = response;
  // The server gave no answer: the connection was refused, timed out, or ended. If the connection ended after we had sent the whole mail,
  // the server may have accepted the mail.
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
    // Passwords and people's addresses leave this machine encrypted only.
    requireTLS: !isSecure && !isLoopback(hostname),
    ignoreTLS: !isSecure && isLoopback(hostname),
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
};

/**
 * Sends mails to a mail server by SMTP (RFC 5321). The connection uses TLS, unless the URL is `smtp://` and names this machine. A mail
 * contains only the texts of its `Letter`: no file or URL that a mail names is ever read.
 */
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
  const give = ({ messageId, to, subject, html, text, language }: Letter, signal: AbortSignal) =>
    transport.sendMail({
      signal,
      from,
      to: { name: '', address: to },
      subject,
      html,
      text,
      messageId: `<${messageId}@${domain}>`,
      // Asks for reports of failures only, with the headers of our mail, by which we find the mail (RFC 3461).
      dsn: { id: messageId, return: 'headers', notify: ['failure'], recipient: `rfc822;${to}` },
      // No out-of-office replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    });
  return {
    send: async (letter) => {
      const remaining = Date.parse(letter.deadline) - Date.parse(now());
      if (remaining < 0) return { kind: 'deferred', cause: 'too-late', text: null };
      try {
        // A server may be slow at every step of SMTP. At the deadline we close the connection and send nothing more. A server that got the
        // whole mail before the deadline may still accept the mail.
        await give(letter, AbortSignal.timeout(remaining));
        return { kind: 'accepted' };
      } catch (error) {
        return answerTo(error);
      }
    },
    close: async () => transport.close(),
  };
};
