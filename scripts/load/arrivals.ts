import { setTimeout as delay } from 'node:timers/promises';

export interface Schedule {
  /** Arrivals a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Ends the coming early; those who came are still served. */
  readonly signal?: AbortSignal;
  /** `poisson` as people come, independent of each other; `even` one after the other. */
  readonly arrivals: 'poisson' | 'even';
}

/**
 * An open model: each arrival starts when its time has come, however many before it are still waiting, and is told when
 * that time was. So a stall of what is measured shows in every latency that it caused (coordinated omission).
 * Resolves when the last one has ended. @throws what the first failing one threw
 */
export const arrive = async (
  { rate, seconds, arrivals, signal }: Schedule,
  start: (nth: number, scheduledAt: number) => Promise<void>,
): Promise<void> => {
  const gapMs = (): number =>
    (arrivals === 'even' ? 1 : -Math.log(1 - Math.random())) * (1_000 / rate);
  const running: Promise<void>[] = [];
  const begin = performance.now();
  const epoch = performance.timeOrigin;
  let due = begin + gapMs();
  for (let nth = 0; due < begin + seconds * 1_000; nth += 1) {
    const early = due - performance.now();
    if (early > 0) await delay(early, undefined, signal && { signal }).catch(() => undefined);
    if (signal?.aborted) break;
    running.push(start(nth, epoch + due));
    due += gapMs();
  }
  await Promise.all(running);
};
