import type { Timestamp } from '#/domain/time.ts';
import type { MailRequestedData } from './events.ts';

interface OfAttempt {
  readonly attemptId: string;
}

export type MailCommand =
  | { readonly type: 'RequestMail'; readonly mail: MailRequestedData }
  | (OfAttempt & {
      readonly type: 'BeginSending';
      /** The attempt that this one follows; null = it is the first. */
      readonly after: string | null;
      readonly now: Timestamp;
    })
  | (OfAttempt & { readonly type: 'RecordAccepted'; readonly now: Timestamp })
  | (OfAttempt & {
      readonly type: 'RecordDeferred';
      readonly cause: string;
      readonly text: string | null;
      readonly now: Timestamp;
    })
  | (OfAttempt & {
      readonly type: 'RecordRefused';
      readonly cause: string;
      readonly text: string | null;
      readonly now: Timestamp;
    })
  | {
      readonly type: 'Withhold';
      readonly cause: 'no-mail-server' | 'recipient-gone';
      readonly now: Timestamp;
    };
