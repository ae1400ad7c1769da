import type { Timestamp } from '#/domain/time.ts';

export interface ReserveTransaction {
  readonly type: 'ReserveTransaction';
  readonly provider: string;
  readonly transactionId: string;
  readonly paymentId: string;
  readonly now: Timestamp;
}
