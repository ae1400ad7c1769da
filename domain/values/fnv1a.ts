const encoder = new TextEncoder();

/** FNV-1a, 32 bits, of the text's UTF-8 bytes: spreads ids and seeds evenly; it hides nothing. */
export const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash;
};
