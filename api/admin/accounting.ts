import { readFresh } from '#/api/reads/freshness.ts';
import { readPage, requireForwardRange } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { countJournal, trialBalance } from '#/projections/journal.ts';
import { listNegativeSellers } from '#/projections/negative-sellers.ts';
import { countSales } from '#/projections/sales-queries.ts';
import { listSellerRevenue } from '#/projections/seller-revenue.ts';
import { sellerNames } from '#/api/people/seller-names.ts';

type AccountingProcedures = Pick<
  ProceduresOf<'admin'>,
  | 'admin.listNegativeSellers'
  | 'admin.listSellerRevenue'
  | 'admin.getTrialBalance'
  | 'admin.countExport'
>;

export const accountingProcedures: AccountingProcedures = {
  'admin.listNegativeSellers': async ({ after, cursor, limit }, { caller, services }) => {
    const { core } = services;
    const { value, position } = await readFresh(services, ['seller-balance'], after, (database) =>
      readPage(() => listNegativeSellers(database, caller.platformId, { limit, cursor })),
    );
    const names = await sellerNames(
      core,
      value.items.map(({ sellerId }) => sellerId),
    );
    const items = value.items.map((row) => ({
      sellerId: row.sellerId,
      sellerName: names.get(row.sellerId) ?? null,
      available: row.available,
      pending: row.pending,
      negativeSince: row.negativeSince,
      cause: row.reversalCause,
      causePaymentId: row.reversalPaymentId,
    }));
    return { items, nextCursor: value.nextCursor, position };
  },

  'admin.listSellerRevenue': async ({ after, ...range }, { caller, services }) => {
    const { core } = services;
    const { value, position } = await readFresh(services, ['sales'], after, (database) =>
      listSellerRevenue(database, caller.platformId, range),
    );
    const names = await sellerNames(
      core,
      value.map(({ sellerId }) => sellerId),
    );
    const items = value.map((row) => ({ ...row, sellerName: names.get(row.sellerId) ?? null }));
    return { items, position };
  },

  'admin.getTrialBalance': async ({ from, to, after }, { caller, services }) => {
    requireForwardRange({ from, to });
    const { platformId } = caller;
    const { value, position } = await readFresh(services, ['journal'], after, (database) =>
      trialBalance(database, { platformId, from, to }),
    );
    return { lines: [...value.lines], totals: [...value.totals], position };
  },

  'admin.countExport': async ({ kind, from, to }, { caller: { platformId }, services }) => {
    requireForwardRange({ from, to });
    const count = kind === 'journal' ? countJournal : countSales;
    return { lines: await count(services.database, { platformId, from, to }) };
  },
};
