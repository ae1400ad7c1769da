const DAY_MILLISECONDS = 86_400_000;

/** The day in Brazil, `2026-12-20`. Some phones lack `Temporal`. */
const brazilianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The day of a subscription's next charge, counted from today in Brazil (checkout.28), as `2026-12-20`. */
export const nextChargeDay = (now: string, frequencyInDays: number): string => {
  const today = Date.parse(`${brazilianDay.format(new Date(now))}T00:00:00Z`);
  return new Date(today + frequencyInDays * DAY_MILLISECONDS).toISOString().slice(0, 10);
};
