import { nextBusinessDay } from '#/domain/brazil/calendar.ts';
import {
  allocate,
  cents,
  percentOf,
  proportion,
  subtract,
  sum,
  ZERO,
  type Cents,
} from '#/domain/money.ts';
import { addDays, dayOf, laterDay, type Timestamp } from '#/domain/time.ts';
import type { Breakdown, PaymentRequestedData, Receivable } from './events.ts';

/** Divides an approved amount: the buyer's interest and the fee are the platform's, the rest is the seller's. */
export const breakdownOf = (payment: PaymentRequestedData): Breakdown => {
  const interest = sum(
    payment.lines.filter(({ kind }) => kind === 'INTEREST').map(({ amount }) => amount),
  );
  const price = subtract(payment.amount, interest);
  const asked = percentOf(price, payment.terms.percent, 'half-up') + payment.terms.fixed;
  const fee = cents(Math.min(price, asked));
  return { net: subtract(price, fee), fee, interest };
};

/**
 * Returns one receivable per instalment: instalment k is due `clearingDays · k` days after approval, on a business day, and is
 * released no earlier than the guarantee ends (reference: CDC art. 49; D+30·k).
 */
export const receivablesOf = (
  net: Cents,
  payment: PaymentRequestedData,
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

/** Divides the first `total` cents that go back. Each part only grows with `total`, and is whole when all has gone back. */
const partsBack = (parts: Breakdown, total: Cents): Breakdown => {
  const amount = sum([parts.net, parts.fee, parts.interest]);
  const fee = proportion(total, parts.fee, amount);
  const rest = subtract(total, fee);
  const interest = proportion(rest, parts.interest, subtract(amount, parts.fee));
  return { fee, interest, net: subtract(rest, interest) };
};

/** Returns what is left of each part after the first `total` cents went back. */
export const breakdownLeft = (parts: Breakdown, total: Cents): Breakdown => {
  const { net, fee, interest } = partsBack(parts, total);
  return {
    net: subtract(parts.net, net),
    fee: subtract(parts.fee, fee),
    interest: subtract(parts.interest, interest),
  };
};

/**
 * Takes `amount` more out of a payment from which `before` already went back. Divides it into parts, and the seller's part by
 * receivable, latest first, because money due later is the least likely to be spent already.
 */
export const takeBack = (
  parts: Breakdown,
  receivables: readonly Receivable[],
  before: Cents,
  amount: Cents,
): { readonly parts: Breakdown; readonly receivables: readonly Receivable[] } => {
  const was = partsBack(parts, before);
  const now = partsBack(parts, sum([before, amount]));
  const taken = {
    net: subtract(now.net, was.net),
    fee: subtract(now.fee, was.fee),
    interest: subtract(now.interest, was.interest),
  };
  let skip: number = was.net;
  let left: number = taken.net;
  const out: Receivable[] = [];
  for (const receivable of receivables.toReversed()) {
    const skipped = Math.min(skip, receivable.amount);
    skip -= skipped;
    const share = Math.min(left, receivable.amount - skipped);
    left -= share;
    if (share > 0) out.push({ ...receivable, amount: cents(share) });
  }
  if (left !== ZERO) throw new RangeError('more taken back than was received');
  return { parts: taken, receivables: out };
};

/** A receivable, and how much of it has gone back: all, some, or nothing. */
export type ReceivableNow = Receivable & { readonly reversed: Cents };

/** Returns the receivables of a payment after its first `total` cents went back. */
export const receivablesNow = (
  parts: Breakdown,
  receivables: readonly Receivable[],
  total: Cents,
): readonly ReceivableNow[] => {
  const back = takeBack(parts, receivables, ZERO, total).receivables;
  return receivables.map((receivable) => {
    const taken = back.find(({ installment }) => installment === receivable.installment);
    return { ...receivable, reversed: taken?.amount ?? ZERO };
  });
};
