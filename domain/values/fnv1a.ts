const encoder = new TextEncoder();

const mix = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

/** FNV-1a, 32 bits, of the text's UTF-8 bytes: spreads ids and seeds evenly; it hides nothing. */
export const fnv1a = (text: string): number => {
  const empty = 0x811c9dc5;
  let hash = empty;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Only the characters of ASCII are their own byte.
    if (code > 0x7f) return encoder.encode(text).reduce(mix, empty) >>> 0;
    hash = mix(hash, code);
  }
  return hash >>> 0;
};
