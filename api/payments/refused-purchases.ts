import type { KeptRefusal, PassingRefusals } from '#/ledger/idempotency.ts';
import { KEPT_HOURS, MOST_KEPT } from './passing-bounds.ts';

/** Refusals in memory, with the bounds of those in Postgres. @param now milliseconds */
export const createMemoryRefusals = (
  now: () => number,
  mostKept: number = MOST_KEPT,
): PassingRefusals => {
  /** The oldest first. */
  const kept = new Map<string, { readonly refusal: KeptRefusal; readonly at: number }>();
  return {
    find: async (commandId) => {
      const found = kept.get(commandId);
      return found && found.at > now() - KEPT_HOURS * 3_600_000 ? found.refusal : undefined;
    },
    keep: async (commandId, refusal) => {
      if (!kept.has(commandId)) kept.set(commandId, { refusal, at: now() });
      for (const [oldest] of kept) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
    },
  };
};
