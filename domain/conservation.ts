import { add, sum, type Cents } from './money.ts';

/*
 * Sums that an event must keep, stated next to its schema as refinements. They are checked when an event is written; one that was
 * recorded before is read as it is.
 */

/** The sum of what several lines, receivables or buckets are worth. */
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

/** The amount that its parts divide. */
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

/** Whether the platform keeps no more of a withdrawal than there is. */
export const coversFee = ({
  amount,
  fee,
}: {
  readonly amount: Cents;
  readonly fee: Cents;
}): boolean => fee <= amount;
