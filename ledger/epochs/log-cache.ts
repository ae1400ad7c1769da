import { LRUCache } from 'lru-cache';
import type { EventStore } from '#/ledger/event-store.ts';
import { keepAtMost } from '#/ledger/lru-options.ts';

/** A cache of values read from the log. It is emptied once the log has lost its newest events. */
export const createLogCache = <Value extends object>(
  store: Pick<EventStore, 'rewinds'>,
  max: number,
) => {
  const cache = new LRUCache<string, Value>(keepAtMost(max));
  let cachedAt = store.rewinds();

  const current = (): LRUCache<string, Value> => {
    if (store.rewinds() !== cachedAt) {
      cachedAt = store.rewinds();
      cache.clear();
    }
    return cache;
  };

  return {
    /** Returns the store's `rewinds`. Call this before the value is read. */
    now: () => store.rewinds(),
    get: (key: string): Value | undefined => current().get(key),
    peek: (key: string): Value | undefined => current().peek(key),
    /** Does nothing if the log has lost events since. @param since what `now` returned before the read */
    set: (key: string, value: Value, since: number): void => {
      const values = current();
      if (since === cachedAt) values.set(key, value);
    },
    delete: (key: string): void => void cache.delete(key),
    clear: (): void => cache.clear(),
  };
};
