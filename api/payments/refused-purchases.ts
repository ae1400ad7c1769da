import { LRUCache } from 'lru-cache';
import { isFinalCode } from '#/domain/errors/refused.ts';
import { keepAtMost } from '#/ledger/lru-options.ts';
import type { StoredRefusal, RefusalStore } from '#/ledger/idempotency.ts';
import { STORED_HOURS, MOST_KEPT } from './passing-bounds.ts';

/** Has the bounds of the Postgres table. @param now current time in milliseconds */
export const createMemoryRefusals = (
  now: () => number,
  mostKept: number = MOST_KEPT,
): RefusalStore => {
  /** Read by `peek`, which does not reorder: the oldest is dropped first. */
  const refusals = new LRUCache<string, { readonly refusal: StoredRefusal; readonly at: number }>(
    keepAtMost(mostKept),
  );
  return {
    find: async (commandId) => {
      const stored = refusals.peek(commandId);
      return stored && stored.at > now() - STORED_HOURS * 3_600_000 ? stored.refusal : undefined;
    },
    keep: async (commandId, refusal) => {
      const before = refusals.peek(commandId);
      if (!before || !isFinalCode(before.refusal.code))
        refusals.set(commandId, { refusal, at: now() });
    },
  };
};
