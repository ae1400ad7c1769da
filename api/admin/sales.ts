import { holds } from '#/api/contract/roles.ts';
import type { StaffCaller } from '#/api/auth/caller.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { findFew, searchSales } from '#/api/sales/search-sales.ts';
import { ownPayment } from '#/api/payments/own-payment.ts';
import { requestRefund } from '#/api/refunds/request-refund.ts';
import { saleDetail, saleViews } from '#/api/sales/sale-view.ts';
import { platformSummary } from '#/api/sales/platform-summary.ts';
import { withSellers } from '#/api/sales/with-sellers.ts';
import { listSales } from '#/projections/sales-queries.ts';

type SalesProcedures = Pick<
  ProceduresOf<'admin'>,
  | 'admin.listSales'
  | 'admin.searchSales'
  | 'admin.find'
  | 'admin.getSale'
  | 'admin.getSummary'
  | 'admin.requestRefund'
>;

/** Staff who may not see documents must not find sales by them either. */
const searcherOf = (caller: StaffCaller) => ({
  platformId: caller.platformId,
  isWithNumbers: holds(caller, 'isUserDocumentsAvailable'),
});

export const salesProcedures: SalesProcedures = {
  'admin.listSales': async ({ after, cursor, limit, ...filters }, { caller, services }) => {
    const { core } = services;
    const { platformId } = caller;
    const { value, position } = await readFresh(services, ['sales'], after, (database) =>
      readPage(() => listSales(database, { ...filters, platformId }, { limit, cursor })),
    );
    const items = await withSellers(core, await saleViews(services, value.items));
    return { items, nextCursor: value.nextCursor, position };
  },

  'admin.searchSales': async ({ sellerId, ...input }, call) => {
    const { caller, services } = call;
    services.trail.look(call, 'SALES_SEARCH', null);
    const found = await searchSales(services, { ...searcherOf(caller), sellerId }, input);
    return { ...found, items: await withSellers(services.core, found.items) };
  },

  'admin.find': async (input, call) => {
    const { caller, services } = call;
    services.trail.look(call, 'SALES_SEARCH', null);
    const found = await findFew(services, searcherOf(caller), input);
    return { ...found, sales: await withSellers(services.core, found.sales) };
  },

  'admin.getSale': async ({ paymentId, after }, call) => {
    const { caller, services } = call;
    const state = await ownPayment(services.core, caller, paymentId);
    services.trail.look(call, 'SALE', paymentId);
    const { platformId } = caller;
    const detail = await saleDetail(services, { platformId }, { paymentId, state }, after);
    // Seeing people's documents needs a permission of its own (people.16).
    if (holds(caller, 'isUserDocumentsAvailable')) return detail;
    return { ...detail, buyer: { ...detail.buyer, document: null } };
  },

  'admin.getSummary': (input, { caller: { platformId }, services }) =>
    platformSummary(services, platformId, input),

  'admin.requestRefund': (input, { caller, once, requireStepUp, services: { core } }) =>
    requestRefund(input, { caller, once, core, requireStepUp, mayOverdraw: true }),
};
