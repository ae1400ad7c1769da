import { createHash } from 'node:crypto';

/** Ids are derived from the caller's key, so that a repeated demonstration has the same ids. */
export const derivedId = (prefix: string, key: string): string =>
  `${prefix}_${createHash('sha256').update(`${prefix} ${key}`).digest('hex').slice(0, 32)}`;
