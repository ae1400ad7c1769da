import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { requireForwardRange } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { countJournal, readTrialBalance } from '#/projections/journal.ts';
import { countSales } from '#/projections/sales-queries.ts';

/** @throws Rejected `request/invalid-input` */
export const getTrialBalance = async (
  services: Services,
  { platformId }: StaffCaller,
  { from, to, after }: ParsedInputOf<'admin.getTrialBalance'>,
): Promise<OutputOf<'admin.getTrialBalance'>> => {
  requireForwardRange({ from, to });
  const { value, position } = await readFresh(services, ['journal'], after, (database) =>
    readTrialBalance(database, { platformId, from, to }),
  );
  return { lines: [...value.lines], totals: [...value.totals], position };
};

/** Returns how many lines a file would have. @throws Rejected `request/invalid-input` */
export const countExport = async (
  { database }: Services,
  { platformId }: StaffCaller,
  { kind, from, to }: ParsedInputOf<'admin.countExport'>,
): Promise<OutputOf<'admin.countExport'>> => {
  requireForwardRange({ from, to });
  const count = kind === 'journal' ? countJournal : countSales;
  return { lines: await count(database, { platformId, from, to }) };
};
