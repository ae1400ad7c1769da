/** Brazilian telephone numbers. Pure and small: the checkout's browser bundle imports this file. */

/** The 67 area codes (Anatel, Plano Geral de Códigos Nacionais), by their first digit. */
const AREA_CODES: ReadonlySet<string> = new Set(
  [
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38',
    '41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69',
    '71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99',
  ]
    .join(' ')
    .split(' '),
);

/** Sent to acquirers for a buyer who gave no phone (checkout.44), and not stored as the buyer's. */
export const SYNTHETIC_PHONE = '11900000000';

/** Returns area code and number, 10 digits (fixed) or 11 (mobile); undefined for anything else, such as 0800. */
export const normalisePhone = (text: string): string | undefined => {
  const digits = text.replace(/\D/g, '');
  const national = /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits;
  if (!/^\d{2}(?:9\d{8}|[2-5]\d{7})$/.test(national)) return undefined;
  return AREA_CODES.has(national.slice(0, 2)) ? national : undefined;
};

export const isValidPhone = (text: string): boolean => normalisePhone(text) !== undefined;

/** Formats as `+5511912345678` (E.164). Undefined when it is no Brazilian number. */
export const phoneInE164 = (text: string): string | undefined => {
  const phone = normalisePhone(text);
  return phone === undefined ? undefined : `+55${phone}`;
};

/** Formats as `(11) 91234-5678` or `(11) 3123-4567`; anything else is unchanged. */
export const formatPhone = (text: string): string => {
  const phone = normalisePhone(text);
  return phone === undefined ? text : phone.replace(/^(..)(.{4,5})(.{4})$/, '($1) $2-$3');
};
