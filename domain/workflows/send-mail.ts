import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { MailCommand, WithholdCause } from '#/domain/mail/commands.ts';
import { isTooOld, computeSendDeadline, type RequestedMail } from '#/domain/mail/decider.ts';
import type {
  MailContent,
  MailLanguage,
  MailRecipient,
  MailRequestedData,
} from '#/domain/mail/events.ts';
import type { OptionalMail } from '#/domain/mail/optional-mails.ts';
import { explanationForRecord } from '#/domain/privacy/personal-text.ts';
import {
  optionalMailOf,
  type LinkTemplate,
  type MailTransport,
  type OpenedContent,
  type RenderMail,
} from '#/domain/ports/mail.ts';
import type { Ports } from './reaction.ts';

export interface MailAddressee {
  readonly address: string;
  /** Id of the address in the vault. */
  readonly mailbox: string;
  /** A mail server said that the mailbox is gone, and neither staff nor a confirmed change of e-mail has released it since. */
  readonly isSuppressed: boolean;
}

export interface MailPreferences {
  /** Null = none chosen: a mail is in the language in which it was requested. */
  readonly language: MailLanguage | null;
  readonly switchedOff: readonly OptionalMail[];
}

/** What sending mails needs from outside the domain. */
export interface MailPorts extends Pick<Ports, 'begin' | 'open' | 'newId' | 'now'> {
  /** Undefined = no mail server is set up. */
  readonly transport: MailTransport | undefined;
  readonly render: RenderMail;
  readonly messageIdOf: (mailId: string) => string;
  /** Returns where a mail goes now, or why it goes nowhere. */
  readonly destinationOf: (
    mail: Pick<MailRequestedData, 'platformId' | 'to' | 'content'>,
  ) => Promise<MailAddressee | 'recipient-gone' | 'link-over'>;
  readonly mailPreferencesOf: (to: MailRecipient) => Promise<MailPreferences>;
  /** Returns a link, and the address for which it was made. Undefined if the link was used or replaced, or has expired. */
  readonly linkOf: (
    template: LinkTemplate,
    linkId: string,
  ) => Promise<{ readonly url: string; readonly email: string } | undefined>;
  /** Returns the link of a security mail by which the person ends all sessions and the password. */
  readonly blockUrlOf: (mailId: string) => string;
}

const readIp = async (address: Encrypted | null, { open }: MailPorts): Promise<string | null> =>
  (address && (await open<{ readonly ip: string }>(address))?.ip) ?? null;

interface MailToWrite {
  readonly mailId: string;
  readonly content: MailContent;
  readonly to: string;
}

/** Anyone who has the link can use it, so it is sent to the address for which it was made. */
const openLink = async <Template extends LinkTemplate>(
  { template, linkId }: { readonly template: Template; readonly linkId: string },
  to: string,
  { linkOf }: MailPorts,
): Promise<{ readonly template: Template; readonly url: string } | WithholdCause> => {
  const link = await linkOf(template, linkId);
  if (link === undefined) return 'link-over';
  return link.email === to.toLowerCase() ? { template, url: link.url } : 'other-address';
};

/** Returns the content of a mail, or why there is none. */
const openContent = async (
  { mailId, content, to }: MailToWrite,
  ports: MailPorts,
): Promise<OpenedContent | WithholdCause> => {
  switch (content.template) {
    case 'new-device': {
      const { address, ...details } = content;
      return { ...details, ip: await readIp(address, ports), blockUrl: ports.blockUrlOf(mailId) };
    }
    case 'new-password': {
      const { address, ...details } = content;
      return { ...details, ip: await readIp(address, ports), blockUrl: ports.blockUrlOf(mailId) };
    }
    case 'new-email': {
      const { address, ...details } = content;
      return { ...details, ip: await readIp(address, ports), blockUrl: ports.blockUrlOf(mailId) };
    }
    case 'second-factor': {
      const { address, ...details } = content;
      return { ...details, ip: await readIp(address, ports), blockUrl: ports.blockUrlOf(mailId) };
    }
    case 'new-destination':
    case 'suspended-destination':
      return { ...content, ip: null, blockUrl: ports.blockUrlOf(mailId) };
    case 'recovery':
    case 'invitation':
    case 'registration':
    case 'seller-invitation':
    case 'confirm-new-email':
      return openLink(content, to, ports);
    case 'confirm-former-email': {
      const link = await openLink(content, to, ports);
      return typeof link === 'string' ? link : { ...link, blockUrl: ports.blockUrlOf(mailId) };
    }
    case 'withdrawal':
    case 'document-rejected':
    case 'test':
      return content;
  }
};

/** Gives a mail to the mail server, or withholds it. `[]` = another process sends it. */
export const sendMail = async (
  mailId: string,
  { requested, attempt }: RequestedMail,
  ports: MailPorts,
): Promise<readonly MailCommand[]> => {
  const { transport, now } = ports;
  const { platformId, content } = requested;
  if (!transport) return [{ type: 'Withhold', cause: 'no-mail-server', now: now() }];
  if (isTooOld(requested, now())) return [{ type: 'Withhold', cause: 'too-old', now: now() }];
  const preferences = await ports.mailPreferencesOf(requested.to);
  const kind = optionalMailOf(content.template);
  if (kind !== undefined && preferences.switchedOff.includes(kind))
    return [{ type: 'Withhold', cause: 'switched-off', now: now() }];
  const language = preferences.language ?? requested.language;
  const destination = await ports.destinationOf(requested);
  if (typeof destination === 'string')
    return [{ type: 'Withhold', cause: destination, now: now() }];
  const { address: to, mailbox, isSuppressed } = destination;
  if (isSuppressed) return [{ type: 'Withhold', cause: 'mailbox-gone', now: now() }];
  const contentOrCause = await openContent({ mailId, content, to }, ports);
  if (typeof contentOrCause === 'string')
    return [{ type: 'Withhold', cause: contentOrCause, now: now() }];
  const message = ports.render(contentOrCause, language);
  const attemptId = ports.newId();
  const after = attempt?.attemptId ?? null;
  const at = now();
  const command = { type: 'BeginSending', attemptId, after, mailbox, now: at } as const;
  if (!(await ports.begin(platformId, { to: 'mail', id: mailId, command }))) return [];
  const deadline = computeSendDeadline(at);
  const messageId = ports.messageIdOf(mailId);
  const answer = await transport.send({ ...message, mailId, messageId, to, language, deadline });
  if (answer.kind === 'accepted') return [{ type: 'RecordAccepted', attemptId, now: now() }];
  const { cause } = answer;
  const text = explanationForRecord(answer.text, { known: [to] });
  const end = { attemptId, cause, text, now: now() };
  if (answer.kind === 'deferred') return [{ ...end, type: 'RecordDeferred' }];
  return [{ ...end, type: 'RecordRefused', status: answer.status }];
};
