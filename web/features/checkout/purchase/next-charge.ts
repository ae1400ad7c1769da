const DAY_MILLISECONDS = 86_400_000;

/** Formats an instant as its day in Brazil, `2026-12-20`. Not `Temporal`, which some phones do not have yet. */
const brazilianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** Returns the day of a subscription's next charge: today in Brazil plus its frequency (checkout.28), as `2026-12-20`. */
export const nextChargeDay = (now: string, frequencyInDays: number): string => {
  const today = Date.parse(`${brazilianDay.format(new Date(now))}T00:00:00Z`);
  return new Date(today + frequencyInDays * DAY_MILLISECONDS).toISOString().slice(0, 10);
};
