import type { Currency } from '#/domain/values/money.ts';
import { localeOf } from './i18n.ts';
import type { Language } from './i18n.ts';

/** Brazil's, whatever the reader's clock says. */
const TIME_ZONE = 'America/Sao_Paulo';

/** Making an `Intl` formatter costs far more than using it. */
const cachedBy = <Formatter>(make: (key: string) => Formatter) => {
  const byKey = new Map<string, Formatter>();
  return (key: string): Formatter => {
    const cached = byKey.get(key);
    if (cached !== undefined) return cached;
    const formatter = make(key);
    byKey.set(key, formatter);
    return formatter;
  };
};

const moneyFormat = cachedBy((key) => {
  const [locale, currency = 'BRL'] = key.split(' ');
  return new Intl.NumberFormat(locale, { style: 'currency', currency });
});

const countFormat = cachedBy((locale) => new Intl.NumberFormat(locale));

const instantFormat = cachedBy((key) => {
  const [locale, timeStyle] = key.split(' ');
  return new Intl.DateTimeFormat(locale, {
    timeZone: TIME_ZONE,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    ...(timeStyle && {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(timeStyle === 'seconds' && { second: '2-digit' }),
    }),
  });
});

/** Cents as `R$ 1.234,56` or `R$1,234.56`, with a non-breaking space. */
export const formatMoney = (
  amount: number,
  currency: Currency = 'BRL',
  language: Language = 'pt',
): string => moneyFormat(`${localeOf[language]} ${currency}`).format(amount / 100);

/** `1.234` */
export const formatCount = (count: number, language: Language = 'pt'): string =>
  countFormat(localeOf[language]).format(count);

/** DD/MM/YYYY, or MM/DD/YYYY in English (checkout.27). */
export const formatDay = (day: string, language: Language = 'pt'): string => {
  const [year, month, date] = day.split('-');
  return language === 'en' ? `${month}/${date}/${year}` : `${date}/${month}/${year}`;
};

/** The day in Brazil: `20/11/2026`. */
export const formatDate = (instant: string, language: Language = 'pt'): string =>
  instantFormat(localeOf[language]).format(new Date(instant));

/** A log position without padding: `120`. Commit and prepare position of EventStoreDB are `120:119`, or one number if they are equal. */
export const formatPosition = (position: string): string => {
  const numbers = position.replace(/^e:/, '').split(':');
  return [...new Set(numbers.map((number) => number.replace(/^0+(?=\d)/, '')))].join(':');
};

/** `20/11/2026, 09:30`, or with seconds. */
export const formatDateTime = (
  instant: string,
  language: Language = 'pt',
  precision: 'minutes' | 'seconds' = 'minutes',
): string => instantFormat(`${localeOf[language]} ${precision}`).format(new Date(instant));
