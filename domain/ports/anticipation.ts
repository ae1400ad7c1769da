import type { Cents } from '#/domain/money.ts';
import type { Day } from '#/domain/time.ts';

export interface AnticipationQuery {
  /** The provider's. */
  readonly receiverId: string;
  /** Which receivables go first: those due soonest, or those due last. */
  readonly timeframe: 'START' | 'END';
  /** When the money is wanted. */
  readonly paymentDate: Day;
}

export interface AnticipationLimit {
  /** Gross. */
  readonly amount: Cents;
  /** What the provider takes of these receivables anyhow. */
  readonly fee: Cents;
  /** And for paying them early. */
  readonly anticipationFee: Cents;
}

/** How much of what a receiver is owed may be paid early. */
export interface AnticipationLimits {
  readonly minimum: AnticipationLimit;
  readonly maximum: AnticipationLimit;
}

export interface Anticipations {
  readonly getAnticipationLimits: (
    by: AnticipationQuery,
  ) => Promise<AnticipationLimits | undefined>;
}
