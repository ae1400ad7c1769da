import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { Cents } from '#/domain/values/money.ts';

export interface RefundRequest {
  readonly transactionId: string;
  /** Our refund id; also the idempotency key, where the provider takes one. */
  readonly refundId: string;
  readonly amount: Cents;
  readonly attempt: AttemptToSend;
}

export interface RefundResult {
  readonly refundId: string;
  /** True when the refund is done. */
  readonly status: boolean;
  /** The provider accepted the refund: it must not be requested again. */
  readonly isAccepted?: true;
}

/** How much of a payment an acquirer refunds through its API. */
export type RefundRight = 'ANY_AMOUNT' | 'ONLY_WHOLE' | 'NEVER';

export interface Refunds {
  readonly refund: (request: RefundRequest) => Promise<RefundResult>;
  readonly getRefund: (
    request: Omit<RefundRequest, 'attempt'>,
  ) => Promise<RefundResult | undefined>;
}
