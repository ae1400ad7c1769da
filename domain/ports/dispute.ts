import type { Cents } from '#/domain/values/money.ts';
import type { Day, Timestamp } from '#/domain/values/time.ts';

/** WON and LOST from the seller's view; CLOSED = ended, and the provider does not say how. */
export type DisputeStatus = 'OPEN' | 'WON' | 'LOST' | 'CLOSED';

/** A charge whose payer asks their bank for the money back. Absent fields are not reported. */
export interface Dispute {
  readonly disputeId: string;
  readonly transactionId: string;
  /** CHARGEBACK for a card, INFRACTION for a PIX (the BCB's MED). */
  readonly kind: 'CHARGEBACK' | 'INFRACTION';
  readonly status: DisputeStatus;
  readonly amount?: Cents;
  readonly reason?: string;
  /** The last day to answer the dispute. */
  readonly deadline?: Day;
  readonly openedAt?: Timestamp;
}

export interface Disputes {
  /** Lists disputes about charges of the whole account. */
  readonly listDisputes: (by: { readonly since: Timestamp }) => Promise<readonly Dispute[]>;
}
