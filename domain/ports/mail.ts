import type { MailContent, MailLanguage } from '#/domain/mail/events.ts';
import type { OptionalMail } from '#/domain/mail/optional-mails.ts';
import type { Timestamp } from '#/domain/values/time.ts';

type ContentOf<Template extends MailContent['template']> = Extract<
  MailContent,
  { readonly template: Template }
>;

export type LinkTemplate = 'recovery' | 'invitation' | RegistrationTemplate | ConfirmTemplate;

/** Sent to the current address and to the new one, respectively. */
export type ConfirmTemplate = 'confirm-former-email' | 'confirm-new-email';

/** The person has no record until they use the link. */
export type RegistrationTemplate = 'registration' | 'seller-invitation';

/** Mails about changes to access or payout destination, so that the person notices a stranger's changes. */
export const noticeTemplates = [
  'new-device',
  'new-password',
  'new-email',
  'second-factor',
  'new-destination',
  'suspended-destination',
  'confirm-former-email',
] as const;

type NoticeTemplate = (typeof noticeTemplates)[number];

export const isNoticeTemplate = (template: string): template is NoticeTemplate =>
  noticeTemplates.some((each) => each === template);

/** Mails that a person may switch off. The others protect the account, or were requested. */
const OPTIONAL: Readonly<Partial<Record<MailContent['template'], OptionalMail>>> = {
  withdrawal: 'WITHDRAWALS',
  'document-rejected': 'DOCUMENTS',
};

/** Undefined = no one can switch the mail off. */
export const optionalMailOf = (template: MailContent['template']): OptionalMail | undefined =>
  OPTIONAL[template];

interface OpenedNotice {
  readonly ip: string | null;
  /** The link by which the person ends all access. */
  readonly blockUrl: string;
}

/** The content of a mail, with its personal data decrypted; null where erased. */
export type OpenedContent =
  | (Omit<ContentOf<'new-device'>, 'address'> & OpenedNotice)
  | (Omit<ContentOf<'new-password'>, 'address'> & OpenedNotice)
  | (Omit<ContentOf<'new-email'>, 'address'> & OpenedNotice)
  | (Omit<ContentOf<'second-factor'>, 'address'> & OpenedNotice)
  | (ContentOf<'new-destination'> & OpenedNotice)
  | (ContentOf<'suspended-destination'> & OpenedNotice)
  | { readonly template: Exclude<LinkTemplate, 'confirm-former-email'>; readonly url: string }
  | ({ readonly template: 'confirm-former-email'; readonly url: string } & Pick<
      OpenedNotice,
      'blockUrl'
    >)
  | ContentOf<'withdrawal'>
  | ContentOf<'document-rejected'>
  | ContentOf<'test'>;

export interface MailText {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export type RenderMail = (content: OpenedContent, language: MailLanguage) => MailText;

export interface Letter extends MailText {
  readonly mailId: string;
  /** The part of the Message-ID before the @ (RFC 5322). Strangers do not know it, so a bounce that contains it is about this mail. */
  readonly messageId: string;
  readonly to: string;
  readonly language: MailLanguage;
  readonly deadline: Timestamp;
}

/** `deferred`: the mail server was not reached, did not accept the mail now (RFC 5321 4yz), or may have accepted it. */
export type MailAnswer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'deferred'; readonly cause: string; readonly text: string | null }
  | {
      readonly kind: 'refused';
      readonly cause: string;
      readonly text: string | null;
      /** RFC 3463; null where the mail server gave none. */
      readonly status: string | null;
    };

export interface Failure {
  /** The address that failed, perhaps one to which the mailbox forwards. Undefined = not stated. */
  readonly recipient: string | undefined;
  /** All addresses of this recipient in the report. */
  readonly addresses: readonly string[];
  /** RFC 3463. */
  readonly status: string;
  /** The answer of the last mail server; null = not stated. */
  readonly text: string | null;
}

export interface Bounce {
  /** Each in the form of our `messageId`, but not checked. */
  readonly messageIds: readonly string[];
  /** One or more. */
  readonly failures: readonly Failure[];
}

/** Reads a message to the sender's address; undefined when it reports no failed delivery. */
export type ReadBounce = (message: Uint8Array) => Promise<Bounce | undefined>;

/** `send` returns a failure as an answer, and does not throw it. */
export interface MailTransport {
  readonly send: (letter: Letter) => Promise<MailAnswer>;
  /** Removes a sent mail. Absent where mails leave this machine. */
  readonly takeBack?: (mailId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}
