import { setTimeout as delay } from 'node:timers/promises';

export interface Schedule {
  /** Arrivals a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Stops new arrivals; earlier ones are still served. */
  readonly signal?: AbortSignal;
  /** `poisson`: independently, as people arrive; `even`: at a fixed interval. */
  readonly arrivals: 'poisson' | 'even';
}

/**
 * Starts calls by a schedule, whether or not earlier calls have ended (an open model). So a stall shows in every latency that it
 * causes. `scheduledAt` is Unix milliseconds.
 * @throws the first error of a call, once all have ended
 */
export const arrive = async (
  { rate, seconds, arrivals, signal }: Schedule,
  start: (nth: number, scheduledAt: number) => Promise<void>,
): Promise<void> => {
  const gapMs = (): number =>
    (arrivals === 'even' ? 1 : -Math.log(1 - Math.random())) * (1_000 / rate);
  const running: Promise<void>[] = [];
  const errors: unknown[] = [];
  const begin = performance.now();
  const epoch = performance.timeOrigin;
  let due = begin + gapMs();
  for (let nth = 0; due < begin + seconds * 1_000; nth += 1) {
    const waitMs = due - performance.now();
    if (waitMs > 0) await delay(waitMs, undefined, signal && { signal }).catch(() => undefined);
    if (signal?.aborted) break;
    running.push(start(nth, epoch + due).catch((error: unknown) => void errors.push(error)));
    due += gapMs();
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
};
