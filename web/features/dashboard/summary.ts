import type { SalesSummary } from '#/api/contract/seller.ts';

export type SummaryDay = SalesSummary['days'][number];

export interface VolumeByDay {
  readonly current: readonly SummaryDay[];
  /** The same number of days just before, in the same order; empty when they were not asked for. */
  readonly previous: readonly SummaryDay[];
}

/** Splits twice the days into the period and the one before it. */
export const volumeByDay = (days: readonly SummaryDay[], count: number): VolumeByDay => {
  const current = days.slice(-count);
  const previous = days.slice(0, -count).slice(-count);
  return { current, previous: previous.length === current.length ? previous : [] };
};

/** A share of one; 0 of 0 is undefined, because there is no rate of nothing. */
export const rate = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : part / whole;

/** How much more or less than before, as a share of before. */
export const growth = (now: number, before: number): number | undefined => {
  const part = rate(now, before);
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
