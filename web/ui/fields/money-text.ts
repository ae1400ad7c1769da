/** The most in one movement, in cents. */
export const CENTS_MAX = 99_999_999_99;

/** As in banking apps, the last two digits are cents. Undefined without a digit, or above `most`. */
export const centsFromTyping = (text: string, most = CENTS_MAX): number | undefined => {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return undefined;
  const cents = Number(digits);
  return cents <= most ? cents : undefined;
};

/** Parses `R$ 1.234,56`, `1,234.56`, `1500` (reais) or `3,99 %`; undefined for other texts, or above `most`. */
export const centsFromPaste = (text: string, most = CENTS_MAX): number | undefined => {
  const amount = /^(?:R\$|€|\$)?\s*(\d[\d.,\s]*)%?$/.exec(text.trim())?.[1]?.trim();
  if (amount === undefined) return undefined;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  return centsFromTyping(whole + fraction.padEnd(2, '0'), most);
};

/** `1.234,56` or `1,234.56`, during typing. */
export const moneyText = (cents: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(cents / 100);
