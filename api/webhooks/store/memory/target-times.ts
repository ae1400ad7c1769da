import type { StoredNotice } from '#/api/webhooks/store/notice-store.ts';
import type { AccountAt } from '#/api/webhooks/store/shares.ts';
import { GAP_MS, LOST_SECONDS, WRONG_CLOCK_SECONDS } from '#/api/webhooks/store/limits.ts';

export const SECOND = 1_000;

/** Like a row of `webhooks.subject`; times in milliseconds. */
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

/** The clock may have been set back since the last read-back: a future one counts as made now. */
export const pausedUntil = ({ askedAt, gapMs }: Target, now: number, longest = Infinity): number =>
  askedAt === null ? -Infinity : Math.min(askedAt, now) + Math.min(gapMs, longest);

export const pauseAfter = ({ askedAt, gapMs }: Target, now: number): number => {
  const gap = Math.max(gapMs, GAP_MS.first);
  return askedAt !== null && askedAt > now - 4 * gap
    ? Math.min(GAP_MS.longest, 2 * gap)
    : GAP_MS.first;
};

/** The time has come, or was set while the clock was wrong. */
const hasCome = (time: number, now: number, mostSeconds: number): boolean =>
  time <= now || time > now + mostSeconds * SECOND;

/** The target is due and not leased, or its lease has ended. */
export const mayBeTaken = ({ dueAt, takenUntil }: Target, now: number): boolean =>
  takenUntil === null
    ? dueAt !== null && hasCome(dueAt, now, WRONG_CLOCK_SECONDS.due)
    : hasCome(takenUntil, now, WRONG_CLOCK_SECONDS.taken);

export const compareByTries = (one: Target, other: Target): number =>
  one.tries - other.tries || (one.dueAt ?? Infinity) - (other.dueAt ?? Infinity);

/** The acquirer was asked in the hour before the loss was noticed, and is not about to be asked again. */
export const mayBeLost = (
  { type, askedAt, dueAt }: Target,
  { now, before }: { readonly now: number; readonly before: number },
): boolean =>
  type !== 'PAYMENT' &&
  askedAt !== null &&
  askedAt >= before - LOST_SECONDS * SECOND &&
  askedAt <= before &&
  (dueAt === null || dueAt > now);
