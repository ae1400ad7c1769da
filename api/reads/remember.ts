import type { Clock } from '#/domain/ports/machine.ts';
import { LRUCache } from 'lru-cache';
import { keepAtMost } from '#/ledger/lru-options.ts';

export interface Remembered<Value> {
  /** At most `forMs` old; concurrent callers share one load. */
  readonly get: (key: string) => Promise<Value>;
  /** Drops the value of a key, or all values. */
  readonly forget: (key?: string) => void;
}

const MOST = 5_000;
/** Strangers choose some keys; longer ones are not cached. */
const LONGEST_KEY = 1_000;

/** Failures are not cached. */
export const remember = <Value>(
  load: (key: string) => Promise<Value>,
  { forMs, clock }: { readonly forMs: number; readonly clock: Clock },
): Remembered<Value> => {
  const known = new LRUCache<string, { readonly until: number; readonly value: Promise<Value> }>(
    keepAtMost(MOST),
  );
  return {
    get: (key) => {
      if (key.length > LONGEST_KEY) return load(key);
      const kept = known.get(key);
      if (kept && kept.until > clock.elapsedMs()) return kept.value;
      const fresh = { until: clock.elapsedMs() + forMs, value: load(key) };
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
