/**
 * The typed line of a bank slip. domain/brazil/boleto.ts knows all about it, but brings zod and decimal.js along, which
 * the payment page has no room for; both functions are tested against it.
 */

/** `34191.75462 24615.781234 41234.510000 3 83840000003090`, as printed. */
export const billetLineGroups = (line: string): string =>
  line.replace(
    /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/,
    '$1.$2 $3.$4 $5.$6 $7 $8',
  );

/** The 44 digits of the barcode that a line of 47 stands for; undefined for any other text. */
export const billetBarcode = (line: string): string | undefined => {
  const digits = line.replace(/[\s.]/g, '');
  if (!/^\d{47}$/.test(digits)) return undefined;
  const [head, check] = [digits.slice(0, 4), digits.slice(32)];
  return head + check + digits.slice(4, 9) + digits.slice(10, 20) + digits.slice(21, 31);
};
