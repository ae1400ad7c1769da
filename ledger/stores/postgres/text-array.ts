/** The OID of type `text` in pg_type. */
const TEXT = 25;

/** Returns a `text[]` in Postgres's binary form, which takes less time than an escaped literal. */
export const textArray = (elements: readonly string[]): Buffer => {
  const lengths = elements.map((element) => Buffer.byteLength(element));
  const size = lengths.reduce((sum, length) => sum + 4 + length, 20);
  const bytes = Buffer.allocUnsafe(size);
  let offset = 0;
  // One dimension, no nulls, elements of type text, their number, indexed from 1.
  for (const word of [1, 0, TEXT, elements.length, 1]) offset = bytes.writeInt32BE(word, offset);
  elements.forEach((element, index) => {
    offset = bytes.writeInt32BE(lengths[index] ?? 0, offset);
    offset += bytes.write(element, offset);
  });
  return bytes;
};
