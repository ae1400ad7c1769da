import { z } from 'zod';
import { Refused } from '#/domain/errors/refused.ts';
import { positiveCents, type Cents } from '#/domain/values/money.ts';
import type { PayoutLimits } from '#/domain/withdrawal/approval.ts';

/** What a platform may do at most, as masters decide (people.220); absent = no such limit. */
export const platformLimits = z.strictObject({
  /** What one purchase may cost, with interest, in its currency. */
  sale: positiveCents.exactOptional(),
  /** What a seller may withdraw at once, and on one day. */
  withdrawal: positiveCents.exactOptional(),
  withdrawalsPerDay: positiveCents.exactOptional(),
});

export type PlatformLimits = z.output<typeof platformLimits>;

interface Limited {
  readonly limits?: PlatformLimits;
}

export const isSaleWithin = (setup: Limited | undefined, amount: number): boolean =>
  amount <= (setup?.limits?.sale ?? Infinity);

/** @throws Refused `offer/above-limit` */
export const requireSaleWithin = (setup: Limited | undefined, amount: Cents): void => {
  const largest = setup?.limits?.sale;
  if (largest !== undefined && amount > largest)
    throw new Refused('offer/above-limit', { largest });
};

const lesser = (one: Cents | undefined, other: Cents | undefined): Cents | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
};

/** Returns the limits, each the smaller of what masters set and what the platform or seller has. */
export const withdrawalsWithin = <Withdrawals extends PayoutLimits>(
  setup: Limited | undefined,
  withdrawals: Withdrawals,
): Withdrawals => {
  const { withdrawal, withdrawalsPerDay } = setup?.limits ?? {};
  const largest = lesser(withdrawals.largest, withdrawal);
  const largestPerDay = lesser(withdrawals.largestPerDay, withdrawalsPerDay);
  return {
    ...withdrawals,
    ...(largest !== undefined && { largest }),
    ...(largestPerDay !== undefined && { largestPerDay }),
  };
};
