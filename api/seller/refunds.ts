import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listRefunds } from '#/projections/refunds.ts';
import { refundView } from '#/api/refunds/refund-view.ts';
import { requestRefund } from '#/api/refunds/request-refund.ts';

type RefundProcedures = Pick<ProceduresOf<'seller'>, 'seller.requestRefund' | 'seller.listRefunds'>;

export const refundProcedures: RefundProcedures = {
  'seller.requestRefund': (input, { caller, once, requireStepUp, services: { core } }) =>
    requestRefund(input, { caller, once, core, requireStepUp, mayOverdraw: false }),

  'seller.listRefunds': async ({ after, cursor, limit }, { caller, services }) => {
    const { platformId, sellerId } = caller;
    const { value, position } = await readFresh(services, ['refunds', 'sales'], after, (database) =>
      readPage(() => listRefunds(database, { platformId, sellerId }, { limit, cursor })),
    );
    return { items: value.items.map(refundView), nextCursor: value.nextCursor, position };
  },
};
