import type { ProceduresOf } from '#/api/http/procedure.ts';
import { requireOwnPayment } from '#/api/payments/require-own-payment.ts';
import { listSales } from '#/api/sales/list-sales.ts';
import { showSale } from '#/api/sales/sale-view.ts';
import { sellerAsReader } from '#/api/sales/sales-reader.ts';
import { summariseSeller } from '#/api/sales/sales-summary.ts';
import { findFew, searchSales } from '#/api/sales/search-sales.ts';

type SalesProcedures = Pick<
  ProceduresOf<'seller'>,
  'seller.listSales' | 'seller.searchSales' | 'seller.find' | 'seller.getSale' | 'seller.getSummary'
>;

export const salesProcedures: SalesProcedures = {
  'seller.listSales': (input, { caller, services }) =>
    listSales(services, sellerAsReader(caller), input),

  'seller.searchSales': (input, call) => {
    call.services.trail.look(call, 'SALES_SEARCH', null);
    return searchSales(call.services, sellerAsReader(call.caller), input);
  },

  'seller.find': async (input, call) => {
    call.services.trail.look(call, 'SALES_SEARCH', null);
    return findFew(call.services, sellerAsReader(call.caller), input);
  },

  'seller.getSale': async ({ paymentId, after }, call) => {
    const { caller, services } = call;
    const state = await requireOwnPayment(services.core, caller, paymentId);
    services.trail.look(call, 'SALE', paymentId);
    return showSale(services, sellerAsReader(caller), { paymentId, state }, after);
  },

  'seller.getSummary': (input, { caller, services }) => summariseSeller(services, caller, input),
};
