import { setTimeout as delay } from 'node:timers/promises';

/** Does something again and again, with a pause in between; one failure does not end it. */
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

/** Works through a list, a few items at a time. */
export const sideBySide = async <Item>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const next = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let item = next.next(); !item.done; item = next.next()) await work(item.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
};
