/** CEP, the eight-digit postal code. Imported by the checkout's browser bundle: keep it pure. */

/**
 * Eight digits, or undefined when it cannot be a postal code. Whether it exists only the post
 * office knows.
 */
export const normalisePostalCode = (text: string): string | undefined => {
  const digits = text.replace(/[\s.-]/g, '');
  return /^\d{8}$/.test(digits) && digits !== '00000000' ? digits : undefined;
};

/** `01310-100`; anything else comes back as it was. */
export const formatPostalCode = (text: string): string => {
  const digits = normalisePostalCode(text);
  return digits === undefined ? text : `${digits.slice(0, 5)}-${digits.slice(5)}`;
};
