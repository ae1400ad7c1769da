/** Elo and Hipercard share digits with Visa and others, so the order matters. */
const BRANDS = [
  [
    'Elo',
    /^(?:4011(?:78|79)|431274|438935|451416|457393|45763[12]|504175|506(?:699|7[0-6]\d|77[0-8])|509\d{3}|627780|636297|636368|650(?:03[1-35-9]|04\d|05[01]|4(?:0[5-9]|[1-3]\d|8[5-9]|9\d)|5(?:[0-2]\d|3[0-8]|4[1-9]|[5-8]\d|9[0-8])|7(?:0\d|1[0-8]|2[0-7])|90[1-9]|9[1-6]\d|97[0-8])|651(?:65[2-9]|6[67]\d)|655(?:0[0-4]\d|05[0-8]))/,
  ],
  ['Hipercard', /^(?:606282|3841(?:00|40|60))/],
  ['American Express', /^3[47]/],
  ['Diners Club', /^3(?:0[0-5]|[68])/],
  ['JCB', /^35/],
  ['Aura', /^50/],
  ['Discover', /^(?:6011|64[4-9]|65)/],
  ['Mastercard', /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['Visa', /^4/],
] as const;

export type CardBrand = (typeof BRANDS)[number][0];

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Undefined while the digits fit no brand. */
export const cardBrand = (text: string): CardBrand | undefined => {
  const digits = digitsOf(text);
  return BRANDS.find(([, range]) => range.test(digits))?.[0];
};

export const securityCodeLength = (brand: CardBrand | undefined): 3 | 4 =>
  brand === 'American Express' ? 4 : 3;

export interface CardExpiry {
  readonly month: number;
  /** Four digits. */
  readonly year: number;
}

/** Reads `01/27`, `1/27`, `0127` and `01/2027`. */
export const cardExpiry = (text: string): CardExpiry | undefined => {
  const [, month = '', year = ''] =
    /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text) ??
    /^(0[1-9]|1[0-2])(?:20)?(\d{2})$/.exec(text) ??
    [];
  return month === '' ? undefined : { month: Number(month), year: 2000 + Number(year) };
};

/** A card is valid to the end of its month. */
export const isExpired = ({ month, year }: CardExpiry, now: Date): boolean =>
  year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1;
