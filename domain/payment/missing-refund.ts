import { subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { ProviderStatus } from './commands.ts';
import { refundedBefore } from './contradiction.ts';
import { contradictionOf, ownerOf, type PaymentEvent, type RequestedPayment } from './state.ts';

/** An acquirer's look-up may show a refund later than its answer to the request for it. */
const LAG_SECONDS = 3_600;

/**
 * Returns the total of refunds that an answer states about a paid sale, even if it is zero; null = it states none. Some acquirers leave
 * the total at zero with the status REFUNDED, so zero is no statement then.
 */
const totalOf = ({ status, answer }: ProviderStatus): Cents | null => {
  const total = answer?.refundedAmount ?? null;
  return status === 'APPROVED' || (status === 'REFUNDED' && total !== ZERO) ? total : null;
};

/**
 * Records, once for each, which refunds of ours are on the books but missing in the total of refunds that the acquirer states: the buyer
 * may not have the money. An answer does not say which ones, so the newest ones are taken whose amounts fit into what is missing.
 */
export const findMissingRefunds = (
  payment: RequestedPayment,
  report: ProviderStatus,
): readonly PaymentEvent[] => {
  const { noticeId, status, now: at } = report;
  const total = totalOf(report);
  if (total === null || payment.chargedBack > 0) return [];
  let missing = subtract(refundedBefore(payment), total);
  const events: PaymentEvent[] = [];
  for (const [refundId, { amount, settledAt }] of Object.entries(payment.refunds).toReversed()) {
    const isOld = settledAt !== undefined && at > addSeconds(settledAt, LAG_SECONDS);
    if (!isOld || amount > missing) continue;
    missing = subtract(missing, amount);
    const { currency } = ownerOf(payment);
    const data = { status, noticeId, currency, missing: { refundId, total }, at };
    if (!payment.contradictions.includes(contradictionOf(payment.status, data)))
      events.push({ type: 'PaymentNoticeRefused', data });
  }
  return events;
};
