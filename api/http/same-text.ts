import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares a secret with what a caller gave, in constant time, whatever the lengths are. */
export const isSameText = (text: string, secret: string): boolean =>
  timingSafeEqual(digest(text), digest(secret));
