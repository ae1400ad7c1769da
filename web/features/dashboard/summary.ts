import type { SalesSummary } from '#/api/contract/sales.ts';

export type SummaryDay = SalesSummary['days'][number];

export interface VolumeByDay {
  readonly current: readonly SummaryDay[];
  /** As many days before `current`; empty if not all of them are there. */
  readonly previous: readonly SummaryDay[];
}

/** Splits twice `count` days into the period of `count` days and the period before. */
export const sumVolumeByDay = (days: readonly SummaryDay[], count: number): VolumeByDay => {
  const current = days.slice(-count);
  const previous = days.slice(0, -count).slice(-count);
  return { current, previous: previous.length === current.length ? previous : [] };
};

/** Undefined when the whole is 0. */
export const ratioOf = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : part / whole;

/** The change as a fraction of `before`; undefined when `before` is 0. */
export const growthOf = (now: number, before: number): number | undefined => {
  const part = ratioOf(now, before);
  return part === undefined ? undefined : part - 1;
};

export const totalOf = (
  days: readonly SummaryDay[],
): { readonly count: number; readonly amount: number } =>
  days.reduce(
    (total, day) => ({
      count: total.count + day.approvedCount,
      amount: total.amount + day.approvedAmount,
    }),
    { count: 0, amount: 0 },
  );
