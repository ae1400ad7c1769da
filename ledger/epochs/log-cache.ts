import { LRUCache } from 'lru-cache';
import type { EventStore } from '#/ledger/event-store.ts';

/**
 * Caches what was read from a log (least recently used is dropped). It is empty again once the log has lost its end: what was
 * read of that may never have happened.
 */
export const createLogCache = <Value extends object>(
  store: Pick<EventStore, 'rewinds'>,
  max: number,
) => {
  // `max` would allocate all places at once.
  const kept = new LRUCache<string, Value>({ maxSize: max, sizeCalculation: () => 1 });
  let seen = store.rewinds();

  const current = (): LRUCache<string, Value> => {
    if (store.rewinds() !== seen) {
      seen = store.rewinds();
      kept.clear();
    }
    return kept;
  };

  return {
    /** Names what the log is now; a value that was read under another name is not kept. */
    now: () => store.rewinds(),
    get: (key: string): Value | undefined => current().get(key),
    peek: (key: string): Value | undefined => current().peek(key),
    /** @param since what `now` returned before the value was read */
    set: (key: string, value: Value, since: number): void => {
      const cache = current();
      if (since === seen) cache.set(key, value);
    },
    delete: (key: string): void => void kept.delete(key),
    clear: (): void => kept.clear(),
  };
};
