import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const random = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Makes a new id in the format of the case's id. */
export const generateId = (like: string): string => {
  if (UUID.test(like)) return randomUUID();
  if (/^\d+$/.test(like)) {
    return random('123456789', 1) + random(DIGITS, Math.max(like.length, 9) - 1);
  }
  if (/^[0-9a-f]{16,}$/.test(like))
    return randomBytes(like.length).toString('hex').slice(0, like.length);
  // An end-to-end id: a letter, the bank, the minute, and eleven random characters.
  if (/^[ED]\d{20}\w{11}$/.test(like)) return like.slice(0, 21) + random(LETTERS + DIGITS, 11);
  const [, prefix = ''] = /^([A-Za-z]+[_-])/.exec(like) ?? [];
  return prefix + random(LETTERS + DIGITS, Math.max(like.length - prefix.length, 12));
};
