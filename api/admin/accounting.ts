import { countExport, getTrialBalance } from '#/api/exports/journal-figures.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listNegativeSellers } from '#/api/people/negative-sellers.ts';
import { listSellerRevenue } from '#/api/sales/seller-revenue.ts';

type AccountingProcedures = Pick<
  ProceduresOf<'admin'>,
  | 'admin.listNegativeSellers'
  | 'admin.listSellerRevenue'
  | 'admin.getTrialBalance'
  | 'admin.countExport'
>;

export const accountingProcedures: AccountingProcedures = {
  'admin.listNegativeSellers': (input, { caller, services }) =>
    listNegativeSellers(services, caller, input),

  'admin.listSellerRevenue': (input, { caller, services }) =>
    listSellerRevenue(services, caller, input),

  'admin.getTrialBalance': (input, { caller, services }) =>
    getTrialBalance(services, caller, input),

  'admin.countExport': (input, { caller, services }) => countExport(services, caller, input),
};
