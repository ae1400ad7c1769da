import { setTimeout as delay } from 'node:timers/promises';

export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

const USUAL: Backoff = { firstMs: 100, longestMs: 5_000 };

/**
 * Returns the pause in milliseconds before the n-th retry in a row (from 0). It doubles from the first to the longest, and half
 * of it is random, so that clients of one server do not all retry at once.
 */
export const backoffMs = (attempt: number, { firstMs, longestMs }: Backoff = USUAL): number =>
  Math.min(longestMs, firstMs * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Waits for the pause of `backoffMs`, or until the signal aborts. */
export const backOff = async (
  attempt: number,
  signal?: AbortSignal,
  range: Backoff = USUAL,
): Promise<void> => {
  const options = signal && { signal };
  await delay(backoffMs(attempt, range), undefined, options).catch(() => undefined);
};
