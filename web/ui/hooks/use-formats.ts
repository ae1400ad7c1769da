import { useMemo } from 'react';
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
} from '#/web/lib/format.ts';
import { localeOf, useLanguage } from '#/web/lib/i18n.ts';
import type { Language } from '#/web/lib/i18n.ts';

/** In one language. Money is in cents, by default of BRL. */
export interface Formats {
  readonly money: (cents: number, currency?: Parameters<typeof formatMoney>[1]) => string;
  /** With its sign: `+R$ 10,00`. */
  readonly change: (cents: number) => string;
  /** At most one decimal: `R$ 12 mil`. */
  readonly moneyAxis: (cents: number) => string;
  readonly count: (count: number) => string;
  /** `0.123` is `12,3%`. */
  readonly percent: (part: number) => string;
  /** `20/11/2026` */
  readonly day: (day: string) => string;
  /** `20/11` */
  readonly dayShort: (day: string) => string;
  /** `sex., 20 de nov.` */
  readonly daySpoken: (day: string) => string;
  /** `novembro de 2026` */
  readonly month: (month: string) => string;
  /** The day in Brazil. */
  readonly date: (instant: string) => string;
  readonly dateTime: (instant: string) => string;
  readonly dateTimeExact: (instant: string) => string;
  /** `há 3 minutos`, `há 2 dias` */
  readonly ago: (milliseconds: number) => string;
  /** In megabytes of a million bytes: `2,4 MB`. */
  readonly bytes: (count: number) => string;
}

/** Noon keeps the day from shifting. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

const dayParts = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (day: string) => format.format(noonOf(day));
};

const DAY_SECONDS = 86_400;

const agoIn = (locale: string) => {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  // In Portuguese words two days are "anteontem", the day before yesterday, which 48 hours need not be.
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  return (milliseconds: number): string => {
    const seconds = Math.round(milliseconds / 1_000);
    if (seconds < 60) return format.format(-seconds, 'second');
    if (seconds < 3_600) return format.format(-Math.round(seconds / 60), 'minute');
    if (seconds < 2 * DAY_SECONDS) return format.format(-Math.round(seconds / 3_600), 'hour');
    return days.format(-Math.round(seconds / DAY_SECONDS), 'day');
  };
};

const formatsIn = (language: Language): Formats => {
  const locale = localeOf[language];
  const brl = { style: 'currency', currency: 'BRL' } as const;
  const signed = new Intl.NumberFormat(locale, { ...brl, signDisplay: 'exceptZero' });
  const compact = { ...brl, notation: 'compact', maximumFractionDigits: 1 } as const;
  const axis = new Intl.NumberFormat(locale, compact);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const megabytes = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return {
    money: (cents, currency) => formatMoney(cents, currency, language),
    change: (cents) => signed.format(cents / 100),
    moneyAxis: (cents) => axis.format(cents / 100),
    count: (count) => formatCount(count, language),
    percent: (part) => percent.format(part),
    day: (day) => formatDay(day, language),
    dayShort: dayParts(locale, { day: '2-digit', month: '2-digit' }),
    daySpoken: dayParts(locale, { weekday: 'short', day: 'numeric', month: 'short' }),
    month: (month) => dayParts(locale, { month: 'long', year: 'numeric' })(`${month}-01`),
    date: (instant) => formatDate(instant, language),
    dateTime: (instant) => formatDateTime(instant, language),
    dateTimeExact: (instant) => formatDateTime(instant, language, 'seconds'),
    ago: agoIn(locale),
    bytes: (count) => `${megabytes.format(count / 1_000_000)} MB`,
  };
};

export const useFormats = (): Formats => {
  const language = useLanguage();
  return useMemo(() => formatsIn(language), [language]);
};
