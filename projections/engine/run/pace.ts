import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_REST_MS = 20;

/**
 * Pauses for as long as the preceding work took: the busier the log, the more events go into one transaction, and half of the
 * time is left to writers.
 */
export const rest = async (workedMs: number, signal?: AbortSignal): Promise<void> => {
  const pause = Math.min(workedMs, LONGEST_REST_MS);
  await delay(pause, undefined, signal && { signal }).catch(() => undefined);
};
