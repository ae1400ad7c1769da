import type { Timestamp } from '#/domain/time.ts';

export type MailboxCommand =
  | {
      readonly type: 'Suppress';
      readonly mailId: string;
      readonly status: string;
      readonly now: Timestamp;
    }
  | { readonly type: 'Release'; readonly now: Timestamp };
