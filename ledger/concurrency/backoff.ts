import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, type Backoff } from '#/domain/backoff.ts';

const USUAL: Backoff = { firstMs: 100, longestMs: 5_000 };

/** Waits for the pause before the n-th retry in a row (from 0), or until the signal aborts. */
export const backOff = async (
  attempt: number,
  signal?: AbortSignal,
  range: Backoff = USUAL,
): Promise<void> => {
  const options = signal && { signal };
  const pause = backoffMs(attempt, range, Math.random());
  await delay(pause, undefined, options).catch(() => undefined);
};
