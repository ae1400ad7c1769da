import type { Timestamp } from '#/domain/values/time.ts';

export type MailboxCommand =
  | {
      readonly type: 'Suppress';
      readonly mailId: string;
      /** Why the mail failed (RFC 3463). */
      readonly status: string;
      /** The earliest time at which a mail server can have reported that the mailbox is gone. */
      readonly reportedAfter: Timestamp;
      readonly now: Timestamp;
    }
  | { readonly type: 'Release'; readonly now: Timestamp };
