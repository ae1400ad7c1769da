/** For a boleto's digitable line: the domain's parser imports zod and decimal.js, which are too large for this page. */

/** As printed: `34191.75462 24615.781234 41234.510000 3 83840000003090`; other texts unchanged. */
export const boletoLineGroups = (line: string): string =>
  line.replace(
    /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/,
    '$1.$2 $3.$4 $5.$6 $7 $8',
  );

/** The barcode's 44 digits; undefined unless the line has 47. */
export const boletoBarcode = (line: string): string | undefined => {
  const digits = line.replace(/[\s.]/g, '');
  if (!/^\d{47}$/.test(digits)) return undefined;
  const [head, tail] = [digits.slice(0, 4), digits.slice(32)];
  return head + tail + digits.slice(4, 9) + digits.slice(10, 20) + digits.slice(21, 31);
};
