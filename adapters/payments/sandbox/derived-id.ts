import { createHash } from 'node:crypto';

/** Ids come from the caller's own key, so that a demonstration told twice has the same ids. */
export const derivedId = (prefix: string, key: string): string =>
  `${prefix}_${createHash('sha256').update(`${prefix} ${key}`).digest('hex').slice(0, 32)}`;
