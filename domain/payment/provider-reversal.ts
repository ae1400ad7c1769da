import { add, cents, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import type { ProviderStatus } from './commands.ts';
import { recordContradiction } from './contradiction.ts';
import { describeMismatch } from './receipts/mismatch.ts';
import { givenBackBeforeSale, receiptOfSale } from './receipts/receipts.ts';
import { readGivenBack, isPartRefunded } from './receipts/given-back.ts';
import { reverseAll, reverseUpTo } from './refunds.ts';
import type { PaymentEvent, RequestedPayment } from './state.ts';
import { BY_ACQUIRER_PREFIX } from './refund-state.ts';

/** The money received beyond the price; negative when money is missing. */
const surplusOf = (payment: RequestedPayment): Cents => receiptOfSale(payment)?.unapplied ?? ZERO;

/** The sale's money and the surplus, without money that went back and was never part of the sale. */
const cameIn = (payment: RequestedPayment): Cents => {
  const paid = subtract(payment.approved?.amount ?? ZERO, payment.borne.missing);
  return add(paid, surplusOf(payment));
};

/** How much of the money received the acquirer has given back; UNCLEAR as in `readGivenBack`. */
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

/** How much of the surplus went back. Money that goes back is taken from the surplus first, then from the sale. */
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

/** Takes out of the sale what the provider gave back. The entry's id contains the total, so it is taken once. */
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
  // This money may be booked as the platform's loss, so staff decide whether the seller bears it.
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

/** Records that surplus went back, by a chargeback or a stated total. A refund without a total may be that of the sale. */
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
