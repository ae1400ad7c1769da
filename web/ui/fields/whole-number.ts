/** A number cut to so many digits is still too high for any field. */
const MOST_DIGITS = 6;

/** Ignores other characters; undefined without a digit. */
export const wholeNumber = (text: string): number | undefined => {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? undefined : Number(digits.replace(/^0+/, '').slice(0, MOST_DIGITS));
};
