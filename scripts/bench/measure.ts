/** One figure of `npm run bench`. */
export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The target, as printed (`≥ 2.0`). */
  readonly threshold: string;
  readonly ok: boolean;
  /** The figures behind the value. */
  readonly details: Readonly<Record<string, number>>;
}

/** The value below which this share (0 to 1) of all values lies. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const roundTo = (value: number, decimals = 2): number => Number(value.toFixed(decimals));
