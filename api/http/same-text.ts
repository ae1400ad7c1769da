import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, even when the lengths differ. */
export const isSameText = (text: string, secret: string): boolean =>
  timingSafeEqual(digest(text), digest(secret));
