import type { Timestamp } from '#/domain/time.ts';
import type { RefundRequestedData } from './events.ts';

export type RefundCommand =
  | { readonly type: 'OpenRefund'; readonly refund: RefundRequestedData }
  | { readonly type: 'RecordUnanswered'; readonly failure: string; readonly now: Timestamp }
  | { readonly type: 'RecordSettled'; readonly providerRefundId: string; readonly now: Timestamp }
  | { readonly type: 'RecordFailed'; readonly cause: string; readonly now: Timestamp };
