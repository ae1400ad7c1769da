import type { Timers } from '#/domain/ports/machine.ts';

/** Repeats a task with a pause in between; a failure does not end it. */
export const every = (
  { everyMs, timers }: { readonly everyMs: number; readonly timers: Timers },
  task: (signal: AbortSignal) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): { readonly stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await task(signal).catch(onFailure);
      await timers.pause(everyMs, signal);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
