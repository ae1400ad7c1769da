/** `E`, the ISPB of the payer's bank, the minute (yyyyMMddHHmm, UTC), and 11 letters and digits (BCB, SPI). */
const END_TO_END_ID = /^e\d{8}20\d{10}[a-z0-9]{11}$/;

/** Returns the end-to-end id of a PIX in small letters; undefined if the text is none. */
export const readEndToEndId = (text: string): string | undefined => {
  const id = text.trim().toLowerCase();
  return END_TO_END_ID.test(id) ? id : undefined;
};
