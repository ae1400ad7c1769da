/** `2026-11-20`, both included; absent: no limit. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** screens.28: today, or the last 7, 14 or 30 days. */
export const presetDays = [1, 7, 14, 30] as const;

const brazilianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The day in Brazil, wherever the browser is. */
export const dayInBrazil = (instant: Date): string => brazilianDay.format(instant);

export const shiftDay = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

export const shiftMonth = (month: string, months: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
};

/** A day of the years 2000 to 2999, which the API accepts; `2026-02-31` is none. */
export const isDay = (text: string): boolean => {
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return (
    /^2\d{3}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(midnight) &&
    new Date(midnight).toISOString().startsWith(text)
  );
};

/** Up to and including `today`. */
export const lastDays = (days: number, today: string): Required<DayRange> => ({
  from: shiftDay(today, 1 - days),
  to: today,
});

export const presetOf = (range: DayRange, today: string): number | undefined =>
  presetDays.find((days) => {
    const preset = lastDays(days, today);
    return preset.from === range.from && preset.to === range.to;
  });
