/** CEP, the eight-digit postal code. Pure: the checkout's browser bundle imports this file. */

/** Returns eight digits; undefined when the text cannot be a postal code. */
export const normalisePostalCode = (text: string): string | undefined => {
  const digits = text.replace(/[\s.-]/g, '');
  return /^\d{8}$/.test(digits) && digits !== '00000000' ? digits : undefined;
};

/** Formats as `01310-100`; anything else is unchanged. */
export const formatPostalCode = (text: string): string => {
  const digits = normalisePostalCode(text);
  return digits === undefined ? text : `${digits.slice(0, 5)}-${digits.slice(5)}`;
};
