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

/** The money of the sale and the surplus. Money of its transaction that went back without being part of the sale is left out. */
const sumReceived = (payment: RequestedPayment): Cents => {
  const paid = subtract(payment.approved?.amount ?? ZERO, payment.borne.missing);
  return add(paid, surplusOf(payment));
};

/** How much of the money received the acquirer has given back; UNCLEAR as in `readGivenBack`. */
const readStatedGivenBack = (
  payment: RequestedPayment,
  { status, answer }: ProviderStatus,
): Cents | 'UNCLEAR' => {
  const whole = sumReceived(payment);
  if (status === 'CHARGEBACK') return whole;
  const before = givenBackBeforeSale(payment);
  const { refundedAmount = null } = answer ?? {};
  const paid = { whole: add(whole, before), isPartRefunded: isPartRefunded(payment) };
  const stated = readGivenBack({ status, refundedAmount }, paid) ?? ZERO;
  if (stated === 'UNCLEAR') return stated;
  return cents(Math.min(whole, subtract(stated, before)));
};

/** How much of the surplus went back. Money that goes back is taken from the surplus first, then from the sale. */
const surplusGivenBackOf = (payment: RequestedPayment, givenBack: Cents): Cents => {
  const surplus = surplusOf(payment);
  if (givenBack === sumReceived(payment)) return surplus;
  return cents(Math.max(0, Math.min(surplus, subtract(givenBack, payment.reversedAmount))));
};

const recordSurplusGivenBack = (
  payment: RequestedPayment,
  { answer, ...report }: ProviderStatus,
  surplusBack: Cents,
): readonly PaymentEvent[] => {
  const receipt = receiptOfSale(payment);
  if (!answer || !receipt || surplusBack === ZERO) return [];
  const refunded = add(receipt.refunded, cents(Math.max(0, surplusBack)));
  const remainder = { unapplied: subtract(receipt.unapplied, surplusBack), refunded };
  return [describeMismatch(payment, { ...report, answer }, ['AMOUNT'], remainder)];
};

/** Takes out of the sale what the provider gave back. The id of a part contains the total given back so far, so each part has its own. */
export const reverseByProvider = (
  payment: RequestedPayment,
  report: ProviderStatus,
): readonly PaymentEvent[] => {
  const { paymentId, status, now } = report;
  const givenBack = readStatedGivenBack(payment, report);
  if (givenBack === 'UNCLEAR') return recordContradiction(payment, report);
  const surplusBack = surplusGivenBackOf(payment, givenBack);
  const surplus = recordSurplusGivenBack(payment, report, surplusBack);
  const isWhole = givenBack === sumReceived(payment);
  const total = subtract(givenBack, surplusBack);
  // This money may be booked as the platform's loss, so staff decide whether the seller bears it.
  if (payment.borne.lost > 0)
    return isWhole || total > payment.reversedAmount
      ? [...surplus, ...recordContradiction(payment, report)]
      : surplus;
  const refundId = `${BY_ACQUIRER_PREFIX}${paymentId}`;
  const sale = isWhole
    ? reverseAll(payment, { refundId, status, now })
    : reverseUpTo(payment, total, { refundId: `${refundId}-${total}`, status, now });
  return [...surplus, ...sale];
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
  const givenBack = readStatedGivenBack(payment, report);
  return givenBack === 'UNCLEAR'
    ? []
    : recordSurplusGivenBack(payment, report, surplusGivenBackOf(payment, givenBack));
};
