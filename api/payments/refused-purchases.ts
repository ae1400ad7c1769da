import { LRUCache } from 'lru-cache';
import { isFinalCode } from '#/domain/errors/refused.ts';
import { keepAtMost } from '#/ledger/lru-options.ts';
import type { KeptRefusal, RefusalStore } from '#/ledger/idempotency.ts';
import { KEPT_HOURS, MOST_KEPT } from './passing-bounds.ts';

/** Has the bounds of the Postgres table. @param now milliseconds */
export const createMemoryRefusals = (
  now: () => number,
  mostKept: number = MOST_KEPT,
): RefusalStore => {
  /** Read by `peek`, which does not reorder: the oldest is dropped first. */
  const kept = new LRUCache<string, { readonly refusal: KeptRefusal; readonly at: number }>(
    keepAtMost(mostKept),
  );
  return {
    find: async (commandId) => {
      const found = kept.peek(commandId);
      return found && found.at > now() - KEPT_HOURS * 3_600_000 ? found.refusal : undefined;
    },
    keep: async (commandId, refusal) => {
      const before = kept.peek(commandId);
      if (!before || !isFinalCode(before.refusal.code)) kept.set(commandId, { refusal, at: now() });
    },
  };
};
