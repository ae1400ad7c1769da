import { nextBusinessDay } from '#/domain/brazil/calendar.ts';
import { sumOfParts } from '#/domain/accounting/conservation.ts';
import {
  add,
  allocate,
  cents,
  percentOf,
  proportion,
  subtract,
  sum,
  type Cents,
} from '#/domain/values/money.ts';
import { addDays, dayOf, laterDay, type Timestamp } from '#/domain/values/time.ts';
import type { Breakdown, PaymentRequestedData, Receivable } from './events.ts';

interface PricedSale extends Pick<PaymentRequestedData, 'amount' | 'terms' | 'installments'> {
  readonly lines: readonly Pick<PaymentRequestedData['lines'][number], 'kind' | 'amount'>[];
}

/** The buyer's interest and the fee are the platform's, the rest is the seller's. */
export const breakdownOf = (payment: PricedSale): Breakdown => {
  const interest = sum(
    payment.lines.filter(({ kind }) => kind === 'INTEREST').map(({ amount }) => amount),
  );
  const price = subtract(payment.amount, interest);
  const nominal = percentOf(price, payment.terms.percent, 'half-up') + payment.terms.fixed;
  const fee = cents(Math.min(price, nominal));
  return { net: subtract(price, fee), fee, interest };
};

/**
 * The k-th instalment is due `clearingDays · k` days after approval. It is released then, but not before the buyer's right to return
 * the purchase ends (`guaranteeDays`; CDC art. 49). A day that is no business day moves to the next one.
 */
export const receivablesOf = (
  net: Cents,
  payment: Pick<PricedSale, 'terms' | 'installments'>,
  approvedAt: Timestamp,
): readonly Receivable[] => {
  const approvedOn = dayOf(approvedAt);
  const { clearingDays, guaranteeDays } = payment.terms;
  const guaranteedOn = nextBusinessDay(addDays(approvedOn, guaranteeDays));
  const equal = Array.from({ length: payment.installments }, () => 1);
  return allocate(net, equal).map((amount, index) => {
    const dueOn = nextBusinessDay(addDays(approvedOn, clearingDays * (index + 1)));
    return { installment: index + 1, amount, dueOn, releaseOn: laterDay(dueOn, guaranteedOn) };
  });
};

export interface Division {
  readonly parts: Breakdown;
  readonly receivables: readonly Receivable[];
}

/** The proportional share of each part in the first `total` cents given back. */
const computeFairShare = (parts: Breakdown, total: Cents): Breakdown => {
  const fee = proportion(total, parts.fee, sumOfParts(parts));
  const rest = subtract(total, fee);
  const interest = proportion(rest, parts.interest, add(parts.net, parts.interest));
  return { fee, interest, net: subtract(rest, interest) };
};

const partsOf = (reversals: readonly Division[]): Breakdown => ({
  net: sum(reversals.map(({ parts }) => parts.net)),
  fee: sum(reversals.map(({ parts }) => parts.fee)),
  interest: sum(reversals.map(({ parts }) => parts.interest)),
});

const subtractParts = (parts: Breakdown, reversed: Breakdown): Breakdown => ({
  net: subtract(parts.net, reversed.net),
  fee: subtract(parts.fee, reversed.fee),
  interest: subtract(parts.interest, reversed.interest),
});

export const subtractReversals = ({ parts }: Division, reversals: readonly Division[]): Breakdown =>
  subtractParts(parts, partsOf(reversals));

const within = (least: number, wanted: number, most: number): Cents =>
  cents(Math.min(most, Math.max(least, wanted)));

/** Divides a further `amount`: each part bears its share of everything given back so far, but at most what is left of the part. */
const computeNextParts = (parts: Breakdown, reversed: Breakdown, amount: Cents): Breakdown => {
  const fair = computeFairShare(parts, add(sumOfParts(reversed), amount));
  const left = subtractParts(parts, reversed);
  const leastFee = amount - left.net - left.interest;
  const fee = within(Math.max(0, leastFee), fair.fee - reversed.fee, Math.min(amount, left.fee));
  const rest = subtract(amount, fee);
  const leastInterest = Math.max(0, rest - left.net);
  const mostInterest = Math.min(rest, left.interest);
  const interest = within(leastInterest, fair.interest - reversed.interest, mostInterest);
  return { fee, interest, net: subtract(rest, interest) };
};

export type ReceivableNow = Receivable & { readonly reversed: Cents };

export const receivablesNow = (
  { receivables }: Division,
  reversals: readonly Division[],
): readonly ReceivableNow[] =>
  receivables.map((receivable) => {
    const parts = reversals
      .flatMap((division) => division.receivables)
      .filter(({ installment }) => installment === receivable.installment);
    return { ...receivable, reversed: sum(parts.map(({ amount }) => amount)) };
  });

/**
 * Takes a further `amount` out of a payment. The latest receivables go first, because the seller is least likely to have spent them.
 * @throws RangeError when less than the amount is left
 */
export const divideReversal = (
  whole: Division,
  reversals: readonly Division[],
  amount: Cents,
): Division => {
  if (amount > sumOfParts(subtractReversals(whole, reversals))) {
    throw new RangeError('more taken back than was received');
  }
  const parts = computeNextParts(whole.parts, partsOf(reversals), amount);
  let left: number = parts.net;
  const receivables: Receivable[] = [];
  for (const { reversed, ...receivable } of receivablesNow(whole, reversals).toReversed()) {
    const share = Math.min(left, receivable.amount - reversed);
    left -= share;
    if (share > 0) receivables.push({ ...receivable, amount: cents(share) });
  }
  return { parts, receivables };
};
