import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** Waits for work, at most `limitMs`: then returns the outcome of `late`, and the work continues. @throws what `work` or `late` throws */
export const within = async <Value, Late>(
  limitMs: number,
  work: Promise<Value>,
  late: () => Late,
  timers: Timers = thisMachine,
): Promise<Value | Late> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = timers.after(limitMs, resolve);
  try {
    return await Promise.race([work, promise.then(late)]);
  } finally {
    timer.cancel();
  }
};
