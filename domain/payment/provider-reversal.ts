import { add, cents, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import type { ProviderStatus } from './commands.ts';
import { recordContradiction } from './contradiction.ts';
import { describeMismatch } from './receipts/mismatch.ts';
import { givenBackBeforeSale, receiptOfSale } from './receipts/receipts.ts';
import { readGivenBack, isPartRefunded } from './receipts/given-back.ts';
import { reverseAll, reverseUpTo } from './refunds.ts';
import type { PaymentEvent, RequestedPayment } from './state.ts';
import { BY_ACQUIRER_PREFIX } from './refund-state.ts';

/**
 * Returns the money received beyond the price of the sale, which waits for staff. Negative when staff must decide because the acquirer
 * states that less was received than they had found.
 */
const surplusOf = (payment: RequestedPayment): Cents => receiptOfSale(payment)?.unapplied ?? ZERO;

/** Returns the money received by the charge, less what went back without being a part of the sale. The acquirer cannot give back more. */
const cameIn = (payment: RequestedPayment): Cents => {
  const paid = subtract(payment.approved?.amount ?? ZERO, payment.borne.missing);
  return add(paid, surplusOf(payment));
};

/** Returns how much of the money received the acquirer has given back so far; UNCLEAR as in `readGivenBack`. */
const readStatedGivenBack = (
  payment: RequestedPayment,
  { status, answer }: ProviderStatus,
): Cents | 'UNCLEAR' => {
  const whole = cameIn(payment);
  if (status === 'CHARGEBACK') return whole;
  const before = givenBackBeforeSale(payment);
  const { refundedAmount = null } = answer ?? {};
  const paid = { whole: add(whole, before), isPartRefunded: isPartRefunded(payment) };
  const stated = readGivenBack({ status, refundedAmount }, paid) ?? ZERO;
  if (stated === 'UNCLEAR') return stated;
  return cents(Math.min(whole, subtract(stated, before)));
};

/**
 * Returns how much of the rest (`surplusOf`) went back, if the acquirer has given back `back` in all. The rest goes back before the sale
 * does. Once everything went back, so did the whole rest. That holds for a negative rest too, because then nothing is missing any more.
 */
const surplusGivenBackOf = (payment: RequestedPayment, refunded: Cents): Cents => {
  const rest = surplusOf(payment);
  if (refunded === cameIn(payment)) return rest;
  return cents(Math.max(0, Math.min(rest, subtract(refunded, payment.reversedAmount))));
};

const recordSurplusGivenBack = (
  payment: RequestedPayment,
  { answer, ...report }: ProviderStatus,
  gone: Cents,
): readonly PaymentEvent[] => {
  const receipt = receiptOfSale(payment);
  if (!answer || !receipt || gone === ZERO) return [];
  const refunded = add(receipt.refunded, cents(Math.max(0, gone)));
  const left = { unapplied: subtract(receipt.unapplied, gone), refunded };
  return [describeMismatch(payment, { ...report, answer }, ['AMOUNT'], left)];
};

/**
 * Takes back what the provider has taken back: all that is left, or, for a partial refund, the provider's total minus what was taken back
 * before, whatever status the provider states it with. Staff decide if it is unclear how much that is, or if the platform has borne a loss
 * by the sale that may be the same money. The entry's id is made from the payment's id and, for a part, the total, because a provider takes
 * the same money back only once.
 */
export const reverseByProvider = (
  payment: RequestedPayment,
  report: ProviderStatus,
): readonly PaymentEvent[] => {
  const { paymentId, status, now } = report;
  const refunded = readStatedGivenBack(payment, report);
  if (refunded === 'UNCLEAR') return recordContradiction(payment, report);
  const gone = surplusGivenBackOf(payment, refunded);
  const rest = recordSurplusGivenBack(payment, report, gone);
  const isWhole = refunded === cameIn(payment);
  const total = subtract(refunded, gone);
  // It may be the same money that the platform has lost already, so staff decide whether the seller bears it after all.
  if (payment.borne.lost > 0)
    return isWhole || total > payment.reversedAmount
      ? [...rest, ...recordContradiction(payment, report)]
      : rest;
  const refundId = `${BY_ACQUIRER_PREFIX}${paymentId}`;
  const sale = isWhole
    ? reverseAll(payment, { refundId, status, now })
    : reverseUpTo(payment, total, { refundId: `${refundId}-${total}`, status, now });
  return [...rest, ...sale];
};

/**
 * If the acquirer gives back the rest (`surplusOf`) after the whole sale went back, takes the rest out of what waits for staff. A refund
 * without a stated total is not news then.
 */
export const reverseSurplus = (
  payment: RequestedPayment,
  report: ProviderStatus,
): readonly PaymentEvent[] => {
  const { status, answer } = report;
  const isStated = status === 'CHARGEBACK' || (answer?.refundedAmount ?? ZERO) > 0;
  const isBack = status === 'CHARGEBACK' || status === 'REFUNDED';
  if (!isBack || !isStated || surplusOf(payment) <= 0) return [];
  const refunded = readStatedGivenBack(payment, report);
  return refunded === 'UNCLEAR'
    ? []
    : recordSurplusGivenBack(payment, report, surplusGivenBackOf(payment, refunded));
};
