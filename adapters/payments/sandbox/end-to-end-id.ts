/** The simulated institution's ISPB; the number belongs to no bank. */
const ISPB = '99999999';

/** `E` + ISPB + yyyyMMddHHmm in UTC + 11 characters of the payment's id = 32 (BCB, SPI). */
export const endToEndId = (id: string, at: Date): string => {
  const minute = at.toISOString().slice(0, 16).replace(/\D/g, '');
  return `E${ISPB}${minute}${id.slice(-11)}`;
};
