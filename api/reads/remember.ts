import type { Clock } from '#/domain/ports/machine.ts';
import { LRUCache } from 'lru-cache';
import { keepAtMost } from '#/ledger/lru-options.ts';

export interface Remembered<Value> {
  /** Returns a value at most `forMs` milliseconds old; concurrent callers share one load. */
  readonly get: (key: string) => Promise<Value>;
  /** Drops the value of a key, or all values. */
  readonly forget: (key?: string) => void;
}

const MOST = 5_000;
/** A longer key is not cached, because strangers choose some keys. */
const LONGEST_KEY = 1_000;

/** Caches what `load` returns, but not its failures. */
export const remember = <Value>(
  load: (key: string) => Promise<Value>,
  { forMs, clock }: { readonly forMs: number; readonly clock: Clock },
): Remembered<Value> => {
  const cache = new LRUCache<string, { readonly until: number; readonly value: Promise<Value> }>(
    keepAtMost(MOST),
  );
  return {
    get: (key) => {
      if (key.length > LONGEST_KEY) return load(key);
      const cached = cache.get(key);
      if (cached && cached.until > clock.elapsedMs()) return cached.value;
      const fresh = { until: clock.elapsedMs() + forMs, value: load(key) };
      cache.set(key, fresh);
      fresh.value.catch(() => {
        if (cache.peek(key) === fresh) cache.delete(key);
      });
      return fresh.value;
    },
    forget: (key) => {
      if (key === undefined) cache.clear();
      else cache.delete(key);
    },
  };
};
