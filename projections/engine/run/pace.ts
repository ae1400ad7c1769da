import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds before the n-th attempt in a row (from 0): doubling from 100 to 5,000, with half of it drawn. */
const retryDelay = (attempt: number): number =>
  Math.min(5_000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Waits before the n-th attempt in a row (from 0), or until the signal aborts. */
export const waitToRetry = async (attempt: number, signal: AbortSignal): Promise<void> => {
  await delay(retryDelay(attempt), undefined, { signal }).catch(() => undefined);
};

const LONGEST_REST_MS = 20;

/**
 * Rests as long as the work before it took: the busier the log, the more events go into one transaction, and half of the
 * time stays with those who write.
 */
export const rest = async (workedMs: number, signal?: AbortSignal): Promise<void> => {
  const pause = Math.min(workedMs, LONGEST_REST_MS);
  await delay(pause, undefined, signal && { signal }).catch(() => undefined);
};
