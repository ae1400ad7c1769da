import type { StoredNotice } from '#/api/webhooks/store/notice-store.ts';
import type { AccountAt } from '#/api/webhooks/store/shares.ts';
import { GAP_MS, LOST_SECONDS, WRONG_CLOCK_SECONDS } from '#/api/webhooks/store/limits.ts';

export const SECOND = 1_000;

/** Like a row of `webhooks.subject` (`postgres/notice-schema.ts`); times in milliseconds since 1970. */
export interface Target extends AccountAt {
  readonly targetId: string;
  readonly type: StoredNotice['type'] | 'PAYMENT';
  isGenuine: boolean;
  wantedAt: number;
  dueAt: number | null;
  takenUntil: number | null;
  leaseNumber: number;
  askedAt: number | null;
  gapMs: number;
  tries: number;
  unanswered: number;
}

/** Returns when the pause after the last read-back ends. The clock may have been set back: a future read-back counts as made now. */
export const pausedUntil = ({ askedAt, gapMs }: Target, now: number, longest = Infinity): number =>
  askedAt === null ? -Infinity : Math.min(askedAt, now) + Math.min(gapMs, longest);

/** Returns how long the next pause is, in milliseconds: twice the last one, or the first again after a long rest. */
export const pauseAfter = ({ askedAt, gapMs }: Target, now: number): number => {
  const gap = Math.max(gapMs, GAP_MS.first);
  return askedAt !== null && askedAt > now - 4 * gap
    ? Math.min(GAP_MS.longest, 2 * gap)
    : GAP_MS.first;
};

/** True if the time has come, or was set while the clock was wrong. */
const hasCome = (time: number, now: number, mostSeconds: number): boolean =>
  time <= now || time > now + mostSeconds * SECOND;

/** The target is due and not leased, or its lease has ended. */
export const mayBeTaken = ({ dueAt, takenUntil }: Target, now: number): boolean =>
  takenUntil === null
    ? dueAt !== null && hasCome(dueAt, now, WRONG_CLOCK_SECONDS.due)
    : hasCome(takenUntil, now, WRONG_CLOCK_SECONDS.taken);

export const compareByTries = (one: Target, other: Target): number =>
  one.tries - other.tries || (one.dueAt ?? Infinity) - (other.dueAt ?? Infinity);

/** True if the acquirer was asked in the hour before the loss was noticed, and no read-back is due. */
export const mayBeLost = (
  { type, askedAt, dueAt }: Target,
  { now, before }: { readonly now: number; readonly before: number },
): boolean =>
  type !== 'PAYMENT' &&
  askedAt !== null &&
  askedAt >= before - LOST_SECONDS * SECOND &&
  askedAt <= before &&
  (dueAt === null || dueAt > now);
