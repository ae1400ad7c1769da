const MOST_DIGITS = 6;

/** Parses typed text as a whole number, ignoring letters; undefined when it has no digit. */
export const wholeNumber = (text: string): number | undefined => {
  const digits = text.replace(/\D/g, '').slice(0, MOST_DIGITS);
  return digits === '' ? undefined : Number(digits);
};
