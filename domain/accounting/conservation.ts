import { add, sum, type Cents } from '#/domain/values/money.ts';

/*
 * Sums that must hold within an event. The schemas of events state them as refinements. They are checked when an event is written; an
 * event that is already recorded is read without the check.
 */

/** The sum of the amounts of several lines, receivables or buckets. */
export const sumOfAmounts = (items: readonly { readonly amount: Cents }[]): Cents =>
  sum(items.map(({ amount }) => amount));

/** The sum of what is held for a refund. */
export const sumOfHold = ({
  pending,
  available,
}: {
  readonly pending: readonly { readonly amount: Cents }[];
  readonly available: Cents;
}): Cents => add(sumOfAmounts(pending), available);

/** Returns the amount that was divided into these parts. */
export const sumOfParts = ({
  net,
  fee,
  interest,
}: {
  readonly net: Cents;
  readonly fee: Cents;
  readonly interest: Cents;
}): Cents => add(net, fee, interest);

/** Whether the parts sum to the amount, and the receivables to the seller's part. */
export const isDivided = ({
  amount,
  parts,
  receivables,
}: {
  readonly amount: Cents;
  readonly parts: Parameters<typeof sumOfParts>[0];
  readonly receivables: readonly { readonly amount: Cents }[];
}): boolean => sumOfParts(parts) === amount && sumOfAmounts(receivables) === parts.net;

/** Whether the fee that the platform keeps is no more than the withdrawal. */
export const coversFee = ({
  amount,
  fee,
}: {
  readonly amount: Cents;
  readonly fee: Cents;
}): boolean => fee <= amount;
