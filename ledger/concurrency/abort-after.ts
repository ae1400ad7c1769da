import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** Calls `work` with a signal that aborts after `limitMs`, with a `TimeoutError` as reason. */
export const abortAfter = async <Value>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
  timers: Timers = thisMachine,
): Promise<Value> => {
  const late = new AbortController();
  const timer = timers.after(limitMs, () =>
    late.abort(new DOMException(`it took more than ${limitMs} ms`, 'TimeoutError')),
  );
  try {
    return await work(late.signal);
  } finally {
    timer.cancel();
  }
};
