import { setTimeout as delay } from 'node:timers/promises';

/** Repeats a task with a pause in between; a failure does not end it. */
export const every = (
  pauseMs: number,
  task: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
): { readonly stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await task(signal).catch(onFailure);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
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
