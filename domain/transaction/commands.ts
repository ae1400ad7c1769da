import type { Timestamp } from '#/domain/values/time.ts';

export interface ReserveTransaction {
  readonly type: 'ReserveTransaction';
  readonly provider: string;
  readonly transactionId: string;
  /** The bank transfer that is reserved; absent = the transaction. */
  readonly endToEndId?: string;
  readonly paymentId: string;
  readonly now: Timestamp;
}
