import { add, subtract, sum, ZERO, type Cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { ProviderStatus } from './commands.ts';
import { NOTHING_RECEIVED, receiptOfSale } from './receipts/receipts.ts';
import { contradictionOf, ownerOf, type PaymentEvent, type RequestedPayment } from './state.ts';
import { BY_ACQUIRER_PREFIX, type RefundOfPayment } from './refund-state.ts';

/** For how long after the answer to its request a look-up may still lack a refund. */
const LAG_SECONDS = 3_600;

/** Fills fields that `contradictionOf` requires and does not use for a missing refund. */
const MISSING = { status: 'REFUNDED', noticeId: '' } as const;

/** The stated total of refunds. Null = not stated: with REFUNDED, some acquirers leave it at zero. */
const totalOf = ({ status, answer }: ProviderStatus): Cents | null => {
  const total = answer?.refundedAmount ?? null;
  return status === 'APPROVED' || (status === 'REFUNDED' && total !== ZERO) ? total : null;
};

/** Whether a stated total lacked this refund before. */
const wasMissing = ({ contradictions, status }: RequestedPayment, refundId: string): boolean =>
  contradictions.includes(contradictionOf(status, { ...MISSING, missing: { refundId } }));

/** Whether a refund was made at the acquirer. Money that staff took back went another way. */
const isMadeThere = (refundId: string, { status, settledAt }: RefundOfPayment): boolean =>
  status === 'SETTLED' && (settledAt !== undefined || refundId.startsWith(BY_ACQUIRER_PREFIX));

/** The least total that the acquirer must state. Money that staff returned through a bank is not part of it. */
const computeLeastTotal = (payment: RequestedPayment): Cents => {
  const { refunded } = receiptOfSale(payment) ?? NOTHING_RECEIVED;
  const refunds = Object.entries(payment.refunds).filter(
    ([refundId, refund]) => isMadeThere(refundId, refund) && !wasMissing(payment, refundId),
  );
  return add(refunded, sum(refunds.map(([, { amount }]) => amount)));
};

/** Records our refunds that are missing in the acquirer's total; the newest whose amounts fit are chosen. */
export const findMissingRefunds = (
  payment: RequestedPayment,
  report: ProviderStatus,
): readonly PaymentEvent[] => {
  const { noticeId, status, now: at } = report;
  const total = totalOf(report);
  if (total === null || payment.chargedBack > 0) return [];
  let missing = subtract(computeLeastTotal(payment), total);
  const events: PaymentEvent[] = [];
  for (const [refundId, { amount, settledAt }] of Object.entries(payment.refunds).toReversed()) {
    const isOld = settledAt !== undefined && at > addSeconds(settledAt, LAG_SECONDS);
    if (!isOld || amount > missing || wasMissing(payment, refundId)) continue;
    missing = subtract(missing, amount);
    const { currency } = ownerOf(payment);
    const data = { status, noticeId, currency, missing: { refundId, total }, at };
    events.push({ type: 'PaymentNoticeRefused', data });
  }
  return events;
};
