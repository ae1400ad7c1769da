import type { Cents } from '#/domain/money.ts';
import { localDay } from '#/projections/local-day.ts';

/**
 * CSV as Brazilian spreadsheets and accounting packages read it: `;` between cells, decimal comma,
 * dd/MM/yyyy, CRLF (RFC 4180), UTF-8 with a byte-order mark so that Excel does not take it for
 * Windows-1252.
 */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would run instead of show (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[;"\r\n]/;
/** One look tells that most cells need neither. */
const SPECIAL = /^[=+\-@\t\r]|[;"\r\n]/;

/** Text of others: never a formula, never the end of its cell. */
export const textCell = (text: string | null): string => {
  if (text === null || !SPECIAL.test(text)) return text ?? '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** `123456` as `1234,56`, without thousands points, which importers read as decimals. */
export const moneyCell = (amount: Cents | number): string => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
};

/** A day as dd/MM/yyyy. */
export const dayCell = (day: string | null): string =>
  day === null ? '' : `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** The Brazilian day of an instant. */
export const instantCell = (at: string | null): string =>
  dayCell(at === null ? null : localDay(at));

export const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;
