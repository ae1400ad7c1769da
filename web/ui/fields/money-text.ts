/** The maximum of a single movement, in cents; the API refuses more. */
export const CENTS_MAX = 99_999_999_99;

/**
 * Parses text typed into a money field as Brazilian banking apps do: digits enter from the right, the last two are cents. Undefined
 * when the text has no digit or the amount exceeds `most`, by default the maximum of a single movement.
 */
export const centsFromTyping = (text: string, most = CENTS_MAX): number | undefined => {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return undefined;
  const cents = Number(digits);
  return cents <= most ? cents : undefined;
};

/**
 * Parses text pasted into a money field: `R$ 1.234,56`, `1,234.56`, `1234.5` or `1500` (reais); also a percentage, `3,99 %`. The last
 * separator is the decimal one if one or two digits follow it. Undefined when the text is not an amount, or is more than `most`.
 */
export const centsFromPaste = (text: string, most = CENTS_MAX): number | undefined => {
  const amount = /^(?:R\$|€|\$)?\s*(\d[\d.,\s]*)%?$/.exec(text.trim())?.[1]?.trim();
  if (amount === undefined) return undefined;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  return centsFromTyping(whole + fraction.padEnd(2, '0'), most);
};

/** `1.234,56` or `1,234.56`: the text that the field shows during typing. */
export const moneyText = (cents: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(cents / 100);
