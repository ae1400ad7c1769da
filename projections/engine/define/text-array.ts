/** Of `text`, in pg_type. */
const TEXT = 25;

const NULL = -1;

/**
 * A `text[]` in Postgres's binary form, which pg passes on as it is: one copy of the bytes instead of an escaped literal
 * on this side and its parser on the other.
 */
export const textArray = (elements: readonly (string | null)[]): Buffer => {
  let size = 20;
  for (const element of elements) size += 4 + (element === null ? 0 : Buffer.byteLength(element));
  const bytes = Buffer.allocUnsafe(size);
  let offset = 0;
  // One dimension, perhaps with nulls, elements of type text, so many, numbered from 1.
  for (const word of [1, 1, TEXT, elements.length, 1]) offset = bytes.writeInt32BE(word, offset);
  for (const element of elements) {
    const length = element === null ? 0 : bytes.write(element, offset + 4);
    bytes.writeInt32BE(element === null ? NULL : length, offset);
    offset += 4 + length;
  }
  return bytes;
};
