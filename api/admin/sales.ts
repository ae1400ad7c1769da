import type { ProceduresOf } from '#/api/http/procedure.ts';
import { requireOwnPayment } from '#/api/payments/require-own-payment.ts';
import { requestRefund } from '#/api/payments/refunds/request-refund.ts';
import { listSales } from '#/api/sales/list-sales.ts';
import { summarisePlatform } from '#/api/sales/platform-summary.ts';
import { showSale } from '#/api/sales/sale-view.ts';
import { staffAsReader } from '#/api/sales/sales-reader.ts';
import { findFew, searchSales } from '#/api/sales/search-sales.ts';
import { withSellers } from '#/api/sales/with-sellers.ts';

type SalesProcedures = Pick<
  ProceduresOf<'admin'>,
  | 'admin.listSales'
  | 'admin.searchSales'
  | 'admin.find'
  | 'admin.getSale'
  | 'admin.getSummary'
  | 'admin.requestRefund'
>;

export const salesProcedures: SalesProcedures = {
  'admin.listSales': async (input, { caller, services }) => {
    const result = await listSales(services, staffAsReader(caller), input);
    return { ...result, items: await withSellers(services.core, result.items) };
  },

  'admin.searchSales': async ({ sellerId, ...input }, call) => {
    const { caller, services } = call;
    services.trail.look(call, 'SALES_SEARCH', null);
    const result = await searchSales(services, { ...staffAsReader(caller), sellerId }, input);
    return { ...result, items: await withSellers(services.core, result.items) };
  },

  'admin.find': async (input, call) => {
    const { caller, services } = call;
    services.trail.look(call, 'SALES_SEARCH', null);
    const result = await findFew(services, staffAsReader(caller), input);
    return { ...result, sales: await withSellers(services.core, result.sales) };
  },

  'admin.getSale': async ({ paymentId, after }, call) => {
    const { caller, services } = call;
    const state = await requireOwnPayment(services.core, caller, paymentId);
    services.trail.look(call, 'SALE', paymentId);
    return showSale(services, staffAsReader(caller), { paymentId, state }, after);
  },

  'admin.getSummary': (input, { caller: { platformId }, services }) =>
    summarisePlatform(services, platformId, input),

  'admin.requestRefund': (input, { caller, once, requireStepUp, services: { core } }) =>
    requestRefund(input, { caller, once, core, requireStepUp, mayOverdraw: true }),
};
