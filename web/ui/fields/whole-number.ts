/** More than any field allows: a number that is cut to so many digits is still too high, and the form says so. */
const MOST_DIGITS = 6;

/** Parses the digits of typed text as a whole number, ignoring all other characters; undefined when it has no digit. */
export const wholeNumber = (text: string): number | undefined => {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? undefined : Number(digits.replace(/^0+/, '').slice(0, MOST_DIGITS));
};
