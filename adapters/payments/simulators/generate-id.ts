/** In a simulation, the bytes are the same in every run. */
export type RandomBytes = (size: number) => Uint8Array;

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** RFC 9562, version 4. */
const uuid = (random: RandomBytes): string => {
  const bytes = Uint8Array.from(random(16), (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** A new id in the format of this one. */
export const generateId = (like: string, random: RandomBytes): string => {
  const text = (alphabet: string, length: number): string =>
    Array.from(random(length), (byte) => alphabet[byte % alphabet.length]).join('');
  if (UUID.test(like)) return uuid(random);
  if (/^\d+$/.test(like)) {
    return text('123456789', 1) + text(DIGITS, Math.max(like.length, 9) - 1);
  }
  if (/^[0-9a-f]{16,}$/.test(like)) return hex(random(like.length)).slice(0, like.length);
  // A letter, the bank, the minute, and eleven random characters.
  if (/^[ED]\d{20}\w{11}$/.test(like)) return like.slice(0, 21) + text(LETTERS + DIGITS, 11);
  const [, prefix = ''] = /^([A-Za-z]+[_-])/.exec(like) ?? [];
  return prefix + text(LETTERS + DIGITS, Math.max(like.length - prefix.length, 12));
};
