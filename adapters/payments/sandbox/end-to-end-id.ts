/** This ISPB belongs to no bank. */
const ISPB = '99999999';

/** `E` + ISPB + yyyyMMddHHmm in UTC + 11 characters = 32 (BCB, SPI). */
export const endToEndId = (id: string, at: Date): string => {
  const minute = at.toISOString().slice(0, 16).replace(/\D/g, '');
  return `E${ISPB}${minute}${id.slice(-11)}`;
};
