import type { ManagerCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { sum } from '#/domain/values/money.ts';
import { addDays, dayOf, type Day } from '#/domain/values/time.ts';
import {
  loadPortfolioDays,
  loadPortfolioFigures,
  rankPortfolio,
  type Sold,
} from '#/projections/portfolio-volumes.ts';
import { keepSellersInPortfolio } from './in-portfolio.ts';

/** Lengths of periods in days; each period is compared with as many days before it. */
const PERIODS = [1, 7, 14, 30] as const;
const LONGEST = 30;
const RANKED = 20;

type Dashboard = OutputOf<'manager.getDashboard'>;

/** Sums the last days, today included, and as many days before. */
const periodOf = (
  byDay: readonly (Sold & { readonly day: Day })[],
  days: number,
  today: Day,
): Dashboard['periods'][number] => {
  const begin = addDays(today, -days);
  const current = byDay.filter(({ day }) => day > begin);
  const earlier = byDay.filter(({ day }) => day > addDays(begin, -days) && day <= begin);
  return {
    days,
    volume: sum(current.map(({ volume }) => volume)),
    count: current.reduce((total, { count }) => total + count, 0),
    before: sum(earlier.map(({ volume }) => volume)),
  };
};

/** Returns volumes of the portfolio by period and by seller. Days are those of Brazil's time zone. */
export const getDashboard = async (
  services: Services,
  caller: ManagerCaller,
  { days, after }: ParsedInputOf<'manager.getDashboard'>,
): Promise<Dashboard> => {
  const { core } = services;
  const { platformId, managerId } = caller;
  const today = dayOf(core.now());
  const portfolio = { platformId, managerId };
  const read = ['portfolios', 'sales'];
  const { value, position } = await readFresh(services, read, after, async (database) => ({
    figures: await loadPortfolioFigures(database, [managerId], today),
    byDay: await loadPortfolioDays(database, portfolio, {
      after: addDays(today, -2 * LONGEST),
      today,
    }),
    ranked: await rankPortfolio(database, portfolio, { days, today, limit: RANKED }),
  }));
  const { figures, byDay, ranked } = value;
  const visible = await keepSellersInPortfolio(core, caller, ranked);
  const names = await loadSellerNames(
    core,
    visible.map(({ sellerId }) => sellerId),
  );
  return {
    sellers: figures.get(managerId)?.sellers ?? 0,
    periods: PERIODS.map((each) => periodOf(byDay, each, today)),
    ranking: visible.map(({ total: _, sellerId, ...sold }) => ({
      sellerId,
      name: names.get(sellerId) ?? null,
      ...sold,
    })),
    others: Math.max(0, (ranked[0]?.total ?? 0) - ranked.length),
    position,
  };
};
