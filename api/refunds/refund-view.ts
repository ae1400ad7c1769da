import type { RefundItem } from '#/api/contract/seller.ts';
import type { RefundOfSale } from '#/projections/refunds.ts';

/** Returns a refund as the seller's list shows it. */
export const refundView = (row: RefundOfSale): RefundItem => ({
  refundId: row.refundId,
  paymentId: row.paymentId,
  title: row.title ?? '',
  amount: row.amount,
  status: row.status,
  note: row.note,
  // The buyer's bank took the money back; neither seller nor staff requested it.
  cause: row.kind === 'CHARGEBACK' ? 'chargeback' : row.cause,
  text: row.explanation,
  requestedAt: row.requestedAt,
  concludedAt: row.concludedAt,
});
