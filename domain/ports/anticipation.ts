import type { Cents } from '#/domain/values/money.ts';
import type { Day } from '#/domain/values/time.ts';

export interface AnticipationQuery {
  readonly providerReceiverId: string;
  /** Which receivables go first: those due soonest, or those due last. */
  readonly timeframe: 'START' | 'END';
  /** The day on which the money should be paid. */
  readonly paymentDate: Day;
}

export interface AnticipationLimit {
  /** Gross amount. */
  readonly amount: Cents;
  /** The provider's regular fee on these receivables. */
  readonly fee: Cents;
  /** The provider's additional fee for paying them early. */
  readonly anticipationFee: Cents;
}

/** How much of a receiver's future money the provider would pay early. */
export interface AnticipationLimits {
  readonly minimum: AnticipationLimit;
  readonly maximum: AnticipationLimit;
}

export interface Anticipations {
  readonly getAnticipationLimits: (
    by: AnticipationQuery,
  ) => Promise<AnticipationLimits | undefined>;
}
