import type { PlatformDetails } from '#/domain/platform/platform.ts';
import { cents, type Cents } from '#/domain/values/money.ts';
import { approvalFor } from './approval.ts';

type Limits = PlatformDetails['withdrawals'];

/** The smallest amount that may be withdrawn: at least the minimum, and more than the fee. */
export const smallestWithdrawal = ({ minimum, fee }: Pick<Limits, 'minimum' | 'fee'>): Cents =>
  cents(Math.max(minimum, fee + 1));

export interface LargestPayout {
  /** The most at once, and on one day in as few withdrawals as possible; 0 where none is possible. */
  readonly amount: Cents;
  readonly amountPerDay: Cents;
  /** How much of `amount` the seller receives. */
  readonly received: Cents;
  /** How many members of staff must approve `amount`, and how many while its destination is new. */
  readonly people: number;
  readonly peopleIfNew: number;
}

/** Returns how much of a total can be withdrawn in parts of at least `smallest` and at most `largest`. */
const mostInParts = (total: number, smallest: number, largest: number): number => {
  const parts = Math.ceil(total / largest);
  return total >= parts * smallest ? total : (parts - 1) * largest;
};

/** What a seller can withdraw of an available amount. */
export const largestPayout = (limits: Limits, available: Cents): LargestPayout => {
  const { fee, largest = available, largestPerDay = available } = limits;
  const smallest = smallestWithdrawal(limits);
  const ofDay = Math.min(available, largestPerDay);
  const atOnce = Math.min(ofDay, largest);
  const isPossible = atOnce >= smallest;
  const amount = cents(isPossible ? atOnce : 0);
  const peopleFor = (isDestinationNew: boolean): number =>
    approvalFor(limits, { amount, isDestinationNew })?.people ?? 0;
  return {
    amount,
    amountPerDay: cents(isPossible ? mostInParts(ofDay, smallest, largest) : 0),
    received: cents(isPossible ? amount - fee : 0),
    people: peopleFor(false),
    peopleIfNew: peopleFor((limits.newDestinationHours ?? 0) > 0),
  };
};

/** False if the limits refuse every withdrawal, of whatever amount. */
export const isAnyPossible = (limits: Limits): boolean => {
  const { largest = Infinity, largestPerDay = Infinity } = limits;
  return Math.min(largest, largestPerDay) >= smallestWithdrawal(limits);
};
