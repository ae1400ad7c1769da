import type { Cents } from '#/domain/values/money.ts';
import { dayOf, timeOf, type Timestamp } from '#/domain/values/time.ts';
import type { Language } from '#/api/http/problem.ts';

/** Begins each file: without this mark, Excel reads UTF-8 as Windows-1252. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Cells that a spreadsheet would run instead of show (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[;,"\r\n]/;
/** Tests for both at once, because most cells are neither. */
const SPECIAL = /^[=+\-@\t\r]|[;,"\r\n]/;

export interface Csv {
  /** Joins cells into a line with its end, CRLF (RFC 4180). */
  readonly line: (cells: readonly string[]) => string;
  /** Escapes untrusted text, so that it neither becomes a formula nor ends its cell. */
  readonly text: (text: string | null) => string;
  /** `123456` as `1234,56`, in English `1234.56`; importers may misread thousands separators. */
  readonly money: (amount: Cents | number) => string;
  /** `2026-12-31` as `31/12/2026`, in English `12/31/2026`. */
  readonly day: (day: string | null) => string;
  /** Day of an instant in Brazil. */
  readonly dayOf: (at: Timestamp | null) => string;
  /** Time of day in Brazil, `14:05:09`. */
  readonly timeOf: (at: Timestamp | null) => string;
}

const text = (untrusted: string | null): string => {
  if (untrusted === null || !SPECIAL.test(untrusted)) return untrusted ?? '';
  const safe = FORMULA.test(untrusted) ? `'${untrusted}` : untrusted;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const writer = (separator: string, point: string, order: (...day: string[]) => string): Csv => {
  const day = (iso: string | null): string => (iso === null ? '' : order(...iso.split('-')));
  return {
    line: (cells) => `${cells.join(separator)}\r\n`,
    text,
    money: (amount) => {
      const digits = String(Math.abs(amount)).padStart(3, '0');
      return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
    },
    day,
    dayOf: (at) => day(at === null ? null : dayOf(at)),
    timeOf: (at) => (at === null ? '' : timeOf(at)),
  };
};

export const csvIn: Readonly<Record<Language, Csv>> = {
  pt: writer(';', ',', (year, month, day) => `${day}/${month}/${year}`),
  en: writer(',', '.', (year, month, day) => `${month}/${day}/${year}`),
};
