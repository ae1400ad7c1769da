import type { SellerCaller } from '#/api/auth/caller.ts';
import type { SalesSummary } from '#/api/contract/sales.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { addDays, dayOf, type Day } from '#/domain/values/time.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import {
  sumSalesByDay,
  sumSalesByMethod,
  sumSales,
  listTopProducts,
  type SalesScope,
} from '#/projections/sales-queries.ts';

interface Range {
  readonly from: Day;
  readonly to: Day;
}

/** Returns the last days, today included. */
export const lastDays = (today: Day, days: number): Range => ({
  from: addDays(today, 1 - days),
  to: today,
});

const daysOf = ({ from, to }: Range): readonly Day[] => {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

/** Returns figures for each day, also for days without sales. */
export const loadFiguresByDay = async (
  database: Queryable,
  scope: SalesScope,
  range: Range,
): Promise<SalesSummary['days']> => {
  const figures = new Map(
    (await sumSalesByDay(database, { ...scope, ...range })).map((each) => [each.day, each]),
  );
  return daysOf(range).map((day) => {
    const { approvedCount = 0, approvedAmount = 0, requestedCount = 0 } = figures.get(day) ?? {};
    return { day, approvedCount, approvedAmount, requestedCount };
  });
};

const methods = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;
const MOST_PRODUCTS = 5;

/** Sums sales of the last days, and of the same number of days before. */
const summaryOf = async (
  core: Services['core'],
  database: Queryable,
  scope: SalesScope,
  days: number,
): Promise<Omit<SalesSummary, 'position'>> => {
  const range = lastDays(dayOf(core.now()), days);
  const before = lastDays(addDays(range.from, -1), days);
  const [byDay, byMethod, previous, top] = await Promise.all([
    loadFiguresByDay(database, scope, range),
    sumSalesByMethod(database, { ...scope, ...range }),
    sumSales(database, { ...scope, ...before }),
    listTopProducts(database, { ...scope, ...range }, MOST_PRODUCTS),
  ]);
  return {
    days: byDay,
    methods: methods.map((method) => {
      const figures = byMethod.find((each) => each.method === method);
      const { requestedCount = 0, approvedCount = 0, approvedAmount = 0 } = figures ?? {};
      return { method, requestedCount, approvedCount, approvedAmount };
    }),
    previous: {
      approvedCount: previous?.approvedCount ?? 0,
      approvedAmount: previous?.approvedAmount ?? 0,
    },
    topProducts: top.map(({ title, ...product }) => ({ ...product, title: title ?? '' })),
  };
};

export const summariseSeller = async (
  services: Services,
  { platformId, sellerId }: SellerCaller,
  { days, after }: ParsedInputOf<'seller.getSummary'>,
): Promise<OutputOf<'seller.getSummary'>> => {
  const { value, position } = await readFresh(services, ['sales'], after, (database) =>
    summaryOf(services.core, database, { platformId, sellerId }, days),
  );
  return { ...value, position };
};
