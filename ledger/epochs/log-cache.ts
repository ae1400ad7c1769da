import { LRUCache } from 'lru-cache';
import type { EventStore } from '#/ledger/event-store.ts';
import { keepAtMost } from '#/ledger/lru-options.ts';

/** Once the log has lost its newest events, the cache is emptied. */
export const createLogCache = <Value extends object>(
  store: Pick<EventStore, 'rewinds'>,
  max: number,
) => {
  const kept = new LRUCache<string, Value>(keepAtMost(max));
  let seen = store.rewinds();

  const current = (): LRUCache<string, Value> => {
    if (store.rewinds() !== seen) {
      seen = store.rewinds();
      kept.clear();
    }
    return kept;
  };

  return {
    /** Call this before the value is read. */
    now: () => store.rewinds(),
    get: (key: string): Value | undefined => current().get(key),
    peek: (key: string): Value | undefined => current().peek(key),
    /** Does nothing if the log has lost events since. @param since what `now` returned before the read */
    set: (key: string, value: Value, since: number): void => {
      const cache = current();
      if (since === seen) cache.set(key, value);
    },
    delete: (key: string): void => void kept.delete(key),
    clear: (): void => kept.clear(),
  };
};
