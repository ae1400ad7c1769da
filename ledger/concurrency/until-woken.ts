import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** Returns true when woken or aborted, false when the time is over. @param listen registers the wake function, and returns its removal */
export const untilWoken = async (
  listen: (wake: () => void) => () => void,
  limits: {
    readonly atMostMs: number;
    readonly signal?: AbortSignal | undefined;
    readonly timers?: Timers;
  },
): Promise<boolean> => {
  const { atMostMs, signal, timers = thisMachine } = limits;
  if (signal?.aborted) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const wake = (): void => resolve(true);
  const timer = timers.after(atMostMs, () => resolve(false));
  const stopListening = listen(wake);
  signal?.addEventListener('abort', wake);
  try {
    return await promise;
  } finally {
    timer.cancel();
    stopListening();
    signal?.removeEventListener('abort', wake);
  }
};
