import type { LookUp } from '#/domain/workflows/note-look-up.ts';
import type { Timestamp } from '#/domain/values/time.ts';

/** How often the acquirer was asked about a call (an attempt) since the call was recorded. */
export interface LookUpsOfAttempt {
  readonly times: number;
  readonly lastAt: Timestamp;
  /** The last look-up that failed: the acquirer could not be asked, or did not answer. Null = none failed. */
  readonly lastFailure: { readonly cause: string; readonly at: Timestamp } | null;
}

/**
 * Counts look-ups, for staff to read. No decision depends on the counts, so they are stored outside the log, and a crash may lose the
 * newest.
 */
export interface LookUps {
  /**
   * Counts a look-up about these attempts. Returns at once, and never throws: a read-back must not fail because it could not be counted.
   */
  readonly note: (attemptIds: readonly string[], lookUp: LookUp) => void;
  /** Returns look-ups by attempt; an attempt without look-ups is absent. */
  readonly find: (attemptIds: readonly string[]) => Promise<ReadonlyMap<string, LookUpsOfAttempt>>;
}

/** Days after the last look-up; longer than any case should stay open. */
export const LOOK_UPS_KEPT_DAYS = 400;

const add = (before: LookUpsOfAttempt | undefined, { at, failure }: LookUp): LookUpsOfAttempt => {
  const { times = 0, lastAt = at, lastFailure = null } = before ?? {};
  const isNewFailure = failure !== null && (lastFailure === null || at >= lastFailure.at);
  return {
    times: times + 1,
    lastAt: lastAt > at ? lastAt : at,
    lastFailure: isNewFailure ? { cause: failure, at } : lastFailure,
  };
};

export const createMemoryLookUps = (): LookUps => {
  const byAttempt = new Map<string, LookUpsOfAttempt>();
  return {
    note: (attemptIds, lookUp) => {
      for (const id of attemptIds) byAttempt.set(id, add(byAttempt.get(id), lookUp));
    },
    find: async (attemptIds) =>
      new Map(
        attemptIds.flatMap((id) => {
          const lookUps = byAttempt.get(id);
          return lookUps ? [[id, lookUps] as const] : [];
        }),
      ),
  };
};
