import type { Timers } from '#/domain/ports/machine.ts';
import { isDatabaseAway, isGivenUp } from '#/ledger/database/database-away.ts';
import { thisMachine } from '#/ledger/machine.ts';

/**
 * Lets calls share queries: those made while `width` queries run share the next one. A failed batch is halved to find the bad item, also
 * after a deadlock, but not while the database is away.
 */
export const inBatches = <Item, Result>(options: {
  /** Returns the result of each item, in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly width: number;
  /** Most items of a batch. */
  readonly most: number;
  /** Milliseconds that a batch waits for more calls (default 0). */
  readonly lingerMs?: number;
  readonly timers?: Pick<Timers, 'after'>;
}): ((item: Item) => Promise<Result>) => {
  const { run, width, most, lingerMs = 0, timers = thisMachine } = options;
  const queue: { readonly item: Item; readonly answer: PromiseWithResolvers<Result> }[] = [];
  let running = 0;
  let isWaking = false;

  const answer = async (batch: typeof queue): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch lacks results');
      for (const [index, each] of results.entries()) batch[index]?.answer.resolve(each);
    } catch (error) {
      if (batch.length > 1 && (!isDatabaseAway(error) || isGivenUp(error))) {
        const half = Math.ceil(batch.length / 2);
        await answer(batch.slice(0, half));
        await answer(batch.slice(half));
      } else for (const each of batch) each.answer.reject(error);
    }
  };

  const next = async (): Promise<void> => {
    const batch = queue.splice(0, most);
    if (batch.length === 0) return;
    running += 1;
    if (queue.length > 0) wake();
    await answer(batch);
    running -= 1;
    wake();
  };

  const wake = (): void => {
    if (isWaking || running >= width || queue.length === 0) return;
    isWaking = true;
    const start = (): void => {
      isWaking = false;
      void next();
    };
    if (lingerMs > 0) timers.after(lingerMs, start);
    else queueMicrotask(start);
  };

  return (item) => {
    const waiting = { item, answer: Promise.withResolvers<Result>() };
    queue.push(waiting);
    wake();
    return waiting.answer.promise;
  };
};
