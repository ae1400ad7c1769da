import type { Timestamp } from '#/domain/time.ts';
import type { RefundRequestedData } from './events.ts';

/** Explanation of the outcome, without personal data (`toldOnRecord`). */
interface Told {
  readonly text?: string | null;
  readonly now: Timestamp;
}

export type RefundCommand =
  | { readonly type: 'OpenRefund'; readonly refund: RefundRequestedData }
  | (Told & { readonly type: 'RecordUnanswered'; readonly failure: string })
  | { readonly type: 'RecordSettled'; readonly providerRefundId: string; readonly now: Timestamp }
  | (Told & { readonly type: 'RecordFailed'; readonly cause: string });
