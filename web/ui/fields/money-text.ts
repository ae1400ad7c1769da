/** The maximum of a single movement, in cents; the API refuses more. */
export const CENTS_MAX = 99_999_999_99;

/**
 * Parses text typed into a money field as Brazilian banking apps do: digits enter from the right, the last two are cents.
 * Undefined when it is empty or exceeds the maximum: of one movement, if no other is given.
 */
export const centsFromTyping = (text: string, most = CENTS_MAX): number | undefined => {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return undefined;
  const cents = Number(digits);
  return cents <= most ? cents : undefined;
};

/**
 * Parses text pasted into a money field: `R$ 1.234,56`, `1,234.56`, `1234.5` or `1500` (reais); into one of a percentage, `3,99 %`.
 * The last separator followed by one or two digits is the decimal one. Undefined when it is not an amount.
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
