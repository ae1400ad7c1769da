import type { Timestamp } from '#/domain/values/time.ts';
import type { MailRequestedData, MailWithheldData } from './events.ts';

interface OfAttempt {
  readonly attemptId: string;
}

export type WithholdCause = MailWithheldData['cause'];

export type MailCommand =
  | { readonly type: 'RequestMail'; readonly mail: MailRequestedData }
  | (OfAttempt & {
      readonly type: 'BeginSending';
      /** The attempt that this one follows; null = it is the first. */
      readonly after: string | null;
      readonly mailbox: string;
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
      /** RFC 3463; null where the mail server gave none. */
      readonly status: string | null;
      readonly text: string | null;
      readonly now: Timestamp;
    })
  | {
      readonly type: 'RecordBounced';
      readonly status: string;
      /** The mailbox that failed, if the mail was sent to it; null = another one. */
      readonly mailbox: string | null;
      readonly text: string | null;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'Withhold';
      readonly cause: WithholdCause;
      readonly now: Timestamp;
    };
