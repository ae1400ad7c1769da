import { createHash } from 'node:crypto';

/** A repeated demonstration has the same ids. */
export const derivedId = (prefix: string, key: string): string =>
  `${prefix}_${createHash('sha256').update(`${prefix} ${key}`).digest('hex').slice(0, 32)}`;
