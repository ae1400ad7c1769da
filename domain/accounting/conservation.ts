import { add, sum, type Cents } from '#/domain/values/money.ts';

/** Sums that must hold within an event; checked when it is written, not when it is read. */

export const sumOfAmounts = (items: readonly { readonly amount: Cents }[]): Cents =>
  sum(items.map(({ amount }) => amount));

export const sumOfHold = ({
  pending,
  available,
}: {
  readonly pending: readonly { readonly amount: Cents }[];
  readonly available: Cents;
}): Cents => add(sumOfAmounts(pending), available);

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

export const coversFee = ({
  amount,
  fee,
}: {
  readonly amount: Cents;
  readonly fee: Cents;
}): boolean => fee <= amount;
