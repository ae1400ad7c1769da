import { LRUCache } from 'lru-cache';

export interface Remembered<Value> {
  /** As it was at most so long ago; who asks at the same time is answered together. */
  readonly get: (key: string) => Promise<Value>;
  /** The next one to ask learns how it is now. */
  readonly forget: (key?: string) => void;
}

const MOST = 5_000;
/** Strangers choose some keys; what is longer than any of ours is asked for each time. */
const LONGEST_KEY = 1_000;

/** What every call asks, and hardly ever changes; a failure is not remembered. */
export const remember = <Value>(
  load: (key: string) => Promise<Value>,
  { forMs, nowMs = Date.now }: { readonly forMs: number; readonly nowMs?: () => number },
): Remembered<Value> => {
  const known = new LRUCache<string, { readonly until: number; readonly value: Promise<Value> }>({
    max: MOST,
  });
  return {
    get: (key) => {
      if (key.length > LONGEST_KEY) return load(key);
      const kept = known.get(key);
      if (kept && kept.until > nowMs()) return kept.value;
      const fresh = { until: nowMs() + forMs, value: load(key) };
      known.set(key, fresh);
      fresh.value.catch(() => {
        if (known.peek(key) === fresh) known.delete(key);
      });
      return fresh.value;
    },
    forget: (key) => {
      if (key === undefined) known.clear();
      else known.delete(key);
    },
  };
};
