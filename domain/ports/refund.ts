import type { Cents } from '#/domain/money.ts';

export interface RefundRequest {
  readonly transactionId: string;
  /** Ours; the provider's idempotency key. */
  readonly refundId: string;
  readonly amount: Cents;
}

export interface RefundResult {
  readonly refundId: string;
  /** It is done. */
  readonly status: boolean;
  /** It is not done yet and will be: it is not to be asked for again. */
  readonly isTakenIn?: true;
}

/** How much of a payment an acquirer gives back by a call. */
export type RefundRight = 'ANY_AMOUNT' | 'ONLY_WHOLE' | 'NEVER';

/** Money that goes back. */
export interface Refunds {
  readonly refund: (request: RefundRequest) => Promise<RefundResult>;
  readonly getRefund: (request: RefundRequest) => Promise<RefundResult | undefined>;
}
