import { seesDocuments, type SellerCaller } from '#/api/auth/caller.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { findFew, searchSales } from '#/api/sales/search-sales.ts';
import { listSales } from '#/projections/sales-queries.ts';
import { ownPayment } from '#/api/payments/own-payment.ts';
import { saleDetail, saleViews } from '#/api/sales/sale-view.ts';
import { salesSummary } from '#/api/sales/sales-summary.ts';

type SalesProcedures = Pick<
  ProceduresOf<'seller'>,
  'seller.listSales' | 'seller.searchSales' | 'seller.find' | 'seller.getSale' | 'seller.getSummary'
>;

/** Sellers may see their buyers, documents included. */
const searcherOf = (caller: SellerCaller) => ({
  platformId: caller.platformId,
  sellerId: caller.sellerId,
  isWithNumbers: seesDocuments(caller),
});

export const salesProcedures: SalesProcedures = {
  'seller.listSales': async ({ after, cursor, limit, ...filters }, { caller, services }) => {
    const { platformId, sellerId } = caller;
    const { value, position } = await readFresh(services, ['sales'], after, (database) =>
      readPage(() => listSales(database, { ...filters, platformId, sellerId }, { limit, cursor })),
    );
    const items = await saleViews(services, value.items);
    return { items, nextCursor: value.nextCursor, position };
  },

  'seller.searchSales': (input, call) => {
    call.services.trail.look(call, 'SALES_SEARCH', null);
    return searchSales(call.services, searcherOf(call.caller), input);
  },

  'seller.find': async (input, call) => {
    call.services.trail.look(call, 'SALES_SEARCH', null);
    return findFew(call.services, searcherOf(call.caller), input);
  },

  'seller.getSale': async ({ paymentId, after }, call) => {
    const { caller, services } = call;
    const state = await ownPayment(services.core, caller, paymentId);
    services.trail.look(call, 'SALE', paymentId);
    const { platformId, sellerId } = caller;
    const scope = { platformId, sellerId };
    const detail = await saleDetail(services, scope, { paymentId, state }, after);
    if (seesDocuments(caller)) return detail;
    return { ...detail, buyer: { ...detail.buyer, document: null } };
  },

  'seller.getSummary': async ({ days, after }, { caller, services }) => {
    const { platformId, sellerId } = caller;
    const { value, position } = await readFresh(services, ['sales'], after, (database) =>
      salesSummary(services.core, database, { platformId, sellerId }, days),
    );
    return { ...value, position };
  },
};
