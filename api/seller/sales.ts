import type { SellerCaller } from '#/api/auth/caller.ts';
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
const searcherOf = ({ platformId, sellerId }: SellerCaller) => ({
  platformId,
  sellerId,
  isWithNumbers: true,
});

export const salesProcedures: SalesProcedures = {
  'seller.listSales': async ({ after, cursor, limit, ...filters }, { caller, parts }) => {
    const { platformId, sellerId } = caller;
    const { value, position } = await readFresh(parts, ['sales'], after, (database) =>
      readPage(() => listSales(database, { ...filters, platformId, sellerId }, { limit, cursor })),
    );
    const items = await saleViews(parts, value.items);
    return { items, nextCursor: value.nextCursor, position };
  },

  'seller.searchSales': (input, call) => {
    call.parts.trail.look(call, 'SALES_SEARCH', null);
    return searchSales(call.parts, searcherOf(call.caller), input);
  },

  'seller.find': async (input, call) => {
    call.parts.trail.look(call, 'SALES_SEARCH', null);
    return findFew(call.parts, searcherOf(call.caller), input);
  },

  'seller.getSale': async ({ paymentId, after }, call) => {
    const { caller, parts } = call;
    const state = await ownPayment(parts.core, caller, paymentId);
    parts.trail.look(call, 'SALE', paymentId);
    const { platformId, sellerId } = caller;
    return saleDetail(parts, { platformId, sellerId }, { paymentId, state }, after);
  },

  'seller.getSummary': async ({ days, after }, { caller, parts }) => {
    const { platformId, sellerId } = caller;
    const { value, position } = await readFresh(parts, ['sales'], after, (database) =>
      salesSummary(parts.core, database, { platformId, sellerId }, days),
    );
    return { ...value, position };
  },
};
