import type { Language } from '#/web/lib/i18n.ts';

/** The year comes last. */
const ORDER: Readonly<Record<Language, readonly ['day' | 'month', 'day' | 'month']>> = {
  pt: ['day', 'month'],
  en: ['month', 'day'],
};

/** `20/11/2026`, in English `11/20/2026`. */
export const dayText = (day: string | undefined, language: Language): string => {
  const [year = '', month = '', date = ''] = (day ?? '').split('-');
  if (year === '') return '';
  const parts = { day: date, month };
  return [...ORDER[language].map((part) => parts[part]), year].join('/');
};

const isoDay = (year: number, month: number, date: number): string | undefined => {
  const instant = new Date(Date.UTC(year, month - 1, date));
  const isReal = instant.getUTCMonth() === month - 1 && instant.getUTCDate() === date;
  return isReal ? instant.toISOString().slice(0, 10) : undefined;
};

/** Parses a day in the language's order, with `/`, `.`, `-` or spaces or as eight digits, or in ISO 8601. Undefined for other texts. */
export const dayFromText = (text: string, language: Language): string | undefined => {
  const day = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (iso) return isoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const match =
    /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/.exec(day) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(day);
  if (!match) return undefined;
  const [first, second, year] = match.slice(1).map(Number);
  const parts = { [ORDER[language][0]]: first, [ORDER[language][1]]: second };
  return isoDay(year ?? 0, parts['month'] ?? 0, parts['day'] ?? 0);
};

/** For an empty field. */
export const dayPattern: Readonly<Record<Language, string>> = {
  pt: 'dd/mm/aaaa',
  en: 'mm/dd/yyyy',
};
