import type { RefundItem } from '#/api/contract/seller.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listRefunds, type RefundOfSale } from '#/projections/refunds.ts';
import { requestRefund } from '#/api/refunds/request-refund.ts';

type RefundProcedures = Pick<ProceduresOf<'seller'>, 'seller.requestRefund' | 'seller.listRefunds'>;

const refundView = (row: RefundOfSale): RefundItem => ({
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

export const refundProcedures: RefundProcedures = {
  'seller.requestRefund': (input, { caller, once, services: { core } }) =>
    requestRefund(input, { caller, once, core, mayOverdraw: false }),

  'seller.listRefunds': async ({ after, cursor, limit }, { caller, services }) => {
    const { platformId, sellerId } = caller;
    const { value, position } = await readFresh(services, ['refunds', 'sales'], after, (database) =>
      readPage(() => listRefunds(database, { platformId, sellerId }, { limit, cursor })),
    );
    return { items: value.items.map(refundView), nextCursor: value.nextCursor, position };
  },
};
