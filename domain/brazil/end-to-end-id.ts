/** `E`, the ISPB of the payer's bank, the minute (yyyyMMddHHmm, UTC), and 11 letters and digits: 32 characters (BCB, SPI). */
const END_TO_END_ID = /^e\d{8}20\d{10}[a-z0-9]{11}$/;

/**
 * Returns the end-to-end id of a PIX, by which every bank names one transfer; undefined if the text is none. People copy it in capitals
 * and small letters, so the result is in small letters.
 */
export const readEndToEndId = (text: string): string | undefined => {
  const id = text.trim().toLowerCase();
  return END_TO_END_ID.test(id) ? id : undefined;
};
