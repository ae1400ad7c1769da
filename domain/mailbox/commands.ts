import type { Timestamp } from '#/domain/values/time.ts';

export type MailboxCommand =
  | {
      readonly type: 'Suppress';
      readonly mailId: string;
      readonly status: string;
      /** The earliest time at which the mail server can have reported this. */
      readonly saidAfter: Timestamp;
      readonly now: Timestamp;
    }
  | { readonly type: 'Release'; readonly now: Timestamp };
