import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { dayOf } from '#/domain/values/time.ts';
import { countNegativeSellers } from '#/projections/negative-sellers.ts';
import { sumSales } from '#/projections/sales-queries.ts';
import { countWithdrawals } from '#/projections/withdrawals-queries.ts';
import { loadFiguresByDay, lastDays } from './sales-summary.ts';

export const summarisePlatform = async (
  services: Services,
  platformId: string,
  { days, after }: ParsedInputOf<'admin.getSummary'>,
): Promise<OutputOf<'admin.getSummary'>> => {
  const { core } = services;
  const range = lastDays(dayOf(core.now()), days);
  const names = ['sales', 'seller-balance', 'withdrawals'];
  const { value, position } = await readFresh(services, names, after, async (database) => {
    const [byDay, totals, negativeSellers, pendingWithdrawals] = await Promise.all([
      loadFiguresByDay(database, { platformId }, range),
      sumSales(database, { platformId, ...range }),
      countNegativeSellers(database, platformId),
      countWithdrawals(database, { platformId, status: 'PENDING' }),
    ]);
    return { days: byDay, fees: totals?.fees ?? 0, negativeSellers, pendingWithdrawals };
  });
  return { ...value, position };
};
