import type { Cents } from '#/domain/money.ts';
import type { Day, Timestamp } from '#/domain/time.ts';

/** WON and LOST as the seller sees it; CLOSED = over, and the provider does not say how. */
export type DisputeStatus = 'OPEN' | 'WON' | 'LOST' | 'CLOSED';

/** A charge whose payer asks their bank for the money back. What the provider does not say is absent. */
export interface Dispute {
  /** The provider's. */
  readonly disputeId: string;
  readonly transactionId: string;
  /** Of a card, or of a PIX (the BCB's MED). */
  readonly kind: 'CHARGEBACK' | 'INFRACTION';
  readonly status: DisputeStatus;
  readonly amount?: Cents;
  readonly reason?: string;
  /** The last day to answer it. */
  readonly deadline?: Day;
  readonly openedAt?: Timestamp;
}

export interface Disputes {
  /** Of charges of the whole account. */
  readonly listDisputes: (by: { readonly since: Timestamp }) => Promise<readonly Dispute[]>;
}
