import { addDays } from '#/domain/values/time.ts';
import type { Day } from '#/domain/values/time.ts';

/** Bank holidays (Resolução CMN 4.880/2020, before it 2.932/2002), without those of states and cities. */

const FIXED_HOLIDAYS = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];

/** Dia da Consciência Negra is national since Lei 14.759/2023. */
const BLACK_AWARENESS_DAY = { monthAndDay: '11-20', since: 2024 } as const;

/** Days from Easter Sunday: Carnival Monday and Tuesday, Good Friday, Corpus Christi. */
const EASTER_OFFSETS = [-48, -47, -2, 60] as const;

/** Easter Sunday by the Meeus–Jones–Butcher algorithm. */
const computeEaster = (year: number): Day => {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const leapYears = Math.floor(yearOfCentury / 4);
  const weekday = (32 + 2 * (century % 4) + 2 * leapYears - epact - (yearOfCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  const month = Math.floor(days / 31);
  return new Temporal.PlainDate(year, month, (days % 31) + 1).toString();
};

/** National bank holidays of a year, in order, including those on a weekend. */
export const bankHolidays = (year: number): readonly Day[] => {
  const fixed = FIXED_HOLIDAYS.map((monthAndDay) => `${year}-${monthAndDay}`);
  if (year >= BLACK_AWARENESS_DAY.since) fixed.push(`${year}-${BLACK_AWARENESS_DAY.monthAndDay}`);
  const sunday = computeEaster(year);
  return [...fixed, ...EASTER_OFFSETS.map((offset) => addDays(sunday, offset))].toSorted();
};

const weekendsOf = (year: number): readonly Day[] => {
  const days: Day[] = [];
  let day = new Temporal.PlainDate(year, 1, 1);
  while (day.year === year) {
    if (day.dayOfWeek >= 6) days.push(day.toString());
    day = day.add({ days: 1 });
  }
  return days;
};

/** Cached, because a long list of receivables asks for many days. */
const closedDaysByYear = new Map<number, ReadonlySet<Day>>();

const listClosedDays = (year: number): ReadonlySet<Day> => {
  const cached = closedDaysByYear.get(year);
  if (cached) return cached;
  const closed = new Set([...weekendsOf(year), ...bankHolidays(year)]);
  closedDaysByYear.set(year, closed);
  return closed;
};

export const isBusinessDay = (day: Day): boolean =>
  !listClosedDays(Number(day.slice(0, 4))).has(day);

/** The day itself, if it is a business day. */
export const nextBusinessDay = (day: Day): Day => {
  let candidate = day;
  while (!isBusinessDay(candidate)) candidate = addDays(candidate, 1);
  return candidate;
};

/** Returns the n-th business day after a day; 0 is `nextBusinessDay`. */
export const addBusinessDays = (day: Day, businessDays: number): Day => {
  if (businessDays === 0) return nextBusinessDay(day);
  let result = day;
  for (let count = 0; count < businessDays; count += 1)
    result = nextBusinessDay(addDays(result, 1));
  return result;
};
