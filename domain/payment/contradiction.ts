import { add, cents, negate, subtract, sum, ZERO, type Cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { subtractPlatformLoss } from './platform-loss.ts';
import type { ChargeAnswer } from './commands.ts';
import { isOfSale } from './investigation.ts';
import { givenBackBeforeSale } from './receipts/receipts.ts';
import { contradictionOf, ownerOf, type PaymentEvent, type RequestedPayment } from './state.ts';

interface ContradictingReport {
  readonly status: PaymentStatus;
  readonly noticeId: string;
  /** Absent or null = the status does not come from an answer about the charge. */
  readonly answer?: ChargeAnswer | null;
  readonly now: Timestamp;
}

/** An amount that the acquirer states as given back, and that our books do not have. */
interface Contested {
  readonly amount: Cents;
  /** The total of refunds from which the amount follows, if stated. */
  readonly total?: Cents;
}

const NOTHING: Contested = { amount: ZERO };

/** The total of refunds that the acquirer states. Null = it states none, or reports a chargeback. */
const statedTotalOf = ({ status, answer }: ContradictingReport): Cents | null => {
  const total = answer?.refundedAmount ?? ZERO;
  return total > 0 && (status === 'REFUNDED' || status === 'APPROVED') ? total : null;
};

/** The total of refunds that the acquirer should state. */
export const expectedTotalOf = (payment: RequestedPayment): Cents =>
  add(subtract(payment.reversedAmount, payment.chargedBack), givenBackBeforeSale(payment));

/** Whether the books, or an earlier contested total, explain the stated total of refunds. */
export const isRefundedBefore = (
  payment: RequestedPayment,
  report: ContradictingReport,
): boolean => {
  const total = statedTotalOf(report);
  const { stated: before } = payment.contestedTotal;
  // REFUNDED without a total adds nothing to a total that was contested before.
  if (total === null) return report.status === 'REFUNDED' && before > 0;
  return total <= Math.max(expectedTotalOf(payment), before);
};

/** Returns how much went back, by the report, after the whole sale was given back. */
const contestedAgainOf = (payment: RequestedPayment, report: ContradictingReport): Contested => {
  const { approved, status: recordedStatus, borne, contestedTotal, investigation } = payment;
  const whole = subtract(approved?.amount ?? ZERO, borne.missing);
  const total = statedTotalOf(report);
  if (total !== null) {
    // A total that staff have not decided about yet is replaced by the newer one.
    const isOpen = investigation.matters.some(isOfSale);
    const decided = isOpen ? contestedTotal.before : contestedTotal.stated;
    const beyond = subtract(total, cents(Math.max(expectedTotalOf(payment), decided)));
    return beyond > 0 ? { amount: cents(Math.min(beyond, whole)), total } : NOTHING;
  }
  const { status } = report;
  if (status === 'CHARGEBACK') return { amount: whole };
  // Any other status is an older answer.
  if (status !== 'REFUNDED') return NOTHING;
  const refunded =
    recordedStatus === 'CHARGEBACK' ? subtract(payment.reversedAmount, payment.chargedBack) : ZERO;
  return { amount: cents(Math.max(0, subtract(whole, refunded))) };
};

const contestedOf = (payment: RequestedPayment, report: ContradictingReport): Contested => {
  const { status: recordedStatus, approved, reversedAmount, refunds } = payment;
  if (!approved) return NOTHING;
  const refund = Object.entries(refunds).find(([id]) => report.noticeId === `refund-${id}`)?.[1];
  if (refund) return { amount: refund.amount };
  if (recordedStatus === 'APPROVED') return { amount: subtract(approved.amount, reversedAmount) };
  return contestedAgainOf(payment, report);
};

/** Whether this status is on record as a contradiction of the sale, about which staff decide or have decided. */
export const isLeftToStaff = (
  payment: RequestedPayment,
  { status, noticeId }: Pick<ContradictingReport, 'status' | 'noticeId'>,
): boolean =>
  payment.contradictions.includes(contradictionOf(payment.status, { status, noticeId }));

/** Records, once, a status that contradicts our record. Until staff decide, a newer status of the sale replaces an earlier one. */
export const recordContradiction = (
  payment: RequestedPayment,
  report: ContradictingReport,
): readonly PaymentEvent[] => {
  const { status, noticeId, now: at } = report;
  const { amount, total } = contestedOf(payment, report);
  const totalPart = total === undefined ? {} : { contested: { total } };
  if (payment.contradictions.includes(contradictionOf(payment.status, { ...report, ...totalPart })))
    return [];
  const isOfRefund = noticeId.startsWith('refund-');
  // If staff had decided how the charge ended, the amount becomes unapplied, except what is posted as a loss already.
  const posted = isOfRefund ? amount : subtractPlatformLoss(payment, amount);
  const unapplied = payment.investigation.outcome === null ? ZERO : negate(posted);
  const earlier = isOfRefund ? [] : payment.investigation.matters.filter(isOfSale);
  const change = subtract(unapplied, sum(earlier.map((it) => it.unapplied)));
  const { currency, ...owner } = ownerOf(payment);
  const contestedMoney = { amount, unapplied, ...(total !== undefined && { total }) };
  const data = {
    status,
    noticeId,
    currency,
    ...(amount > 0 && {
      contested: { ...owner, ...contestedMoney, ...(earlier.length > 0 && { change }) },
    }),
    at,
  };
  return [{ type: 'PaymentNoticeRefused', data }];
};
