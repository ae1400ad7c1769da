import type { Machine, Timer } from '#/domain/ports/machine.ts';

/**
 * Works on items of a store, `width` at once. Callers wake it when there may be work. Items not taken stay in the store, so memory is
 * bounded.
 */
export const createWorkQueue = <Item>(dependencies: {
  readonly width: number;
  /** Takes at most `limit` items, exclusively for this queue. */
  readonly take: (
    limit: number,
  ) => Promise<{ readonly items: readonly Item[]; readonly isMore: boolean }>;
  readonly work: (item: Item) => Promise<void>;
  readonly machine: Machine;
  readonly onFailure: (error: unknown) => void;
}) => {
  const { width, take, work, machine, onFailure } = dependencies;
  const running = new Set<Promise<void>>();
  let taking: Promise<void> | undefined;
  let isWokenAgain = false;
  /** The store may have items for which there was no place. */
  let isMore = false;
  let isStopped = false;
  let alarm: { readonly at: number; readonly timer: Timer } | undefined;

  const takeMore = async (): Promise<void> => {
    do {
      isWokenAgain = false;
      isMore = running.size >= width;
      if (isStopped || isMore) return;
      const batch = await take(width - running.size);
      isMore = batch.isMore;
      for (const item of batch.items) takePlace()(item);
    } while (isWokenAgain);
  };

  const wake = (): void => {
    isWokenAgain = true;
    taking ??= takeMore()
      .catch(onFailure)
      .finally(() => {
        taking = undefined;
        if (isWokenAgain) wake();
      });
  };

  const takePlace = (): ((item: Item | undefined) => void) => {
    const { promise, resolve } = Promise.withResolvers<Item | undefined>();
    const working: Promise<void> = promise
      .then((item) => (item === undefined ? undefined : work(item)))
      .catch(onFailure)
      .finally(() => {
        running.delete(working);
        if (isMore) wake();
      });
    running.add(working);
    return resolve;
  };

  return {
    wake: (afterMs = 0): void => {
      if (isStopped) return;
      if (afterMs <= 0) return wake();
      const at = machine.elapsedMs() + afterMs;
      if (alarm && alarm.at <= at) return;
      alarm?.timer.cancel();
      const timer = machine.after(afterMs, () => {
        alarm = undefined;
        wake();
      });
      alarm = { at, timer };
    },
    /** Call the result with an item to start the work, or with undefined to free the place. */
    reserve: (most: number): ((item: Item | undefined) => void) | undefined =>
      isStopped || running.size >= Math.min(most, width) ? undefined : takePlace(),
    stop: async (): Promise<void> => {
      isStopped = true;
      alarm?.timer.cancel();
      await taking;
      await Promise.all(running);
    },
  };
};
