/** Pauses between retries, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Returns the pause in milliseconds before the n-th retry in a row (from 0). It doubles from the first to the longest, and half
 * of it is random, so that clients of one server do not all retry at once. @param random from 0 to 1
 */
export const backoffMs = (
  attempt: number,
  { firstMs, longestMs }: Backoff,
  random: number,
): number => Math.min(longestMs, firstMs * 2 ** attempt) * (0.5 + random / 2);
