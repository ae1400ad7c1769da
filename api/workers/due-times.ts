import { nextReadBack, type Awaited } from '#/domain/workflows/next-read-back.ts';
import { addSeconds, type Timestamp } from '#/domain/time.ts';

/** Missed read-backs are caught up on if they are not older than this. */
const LOOK_BACK_SECONDS = 15 * 60;

interface Waiting {
  /** When it changes, as when the acquirer has answered, the schedule starts anew. */
  readonly submission: Awaited['submission'];
  readonly dueAt: Timestamp;
}

/**
 * Schedules the read-backs of open requests. The times depend on the request alone (`nextReadBack`), so a process that takes
 * over uses the same ones.
 */
export const createDueTimes = () => {
  const waiting = new Map<string, Waiting>();

  const waitFrom = (key: string, request: Awaited, moment: Timestamp): Waiting => {
    const entry = { submission: request.submission, dueAt: nextReadBack(request, moment) };
    waiting.set(key, entry);
    return entry;
  };

  return {
    /** Returns when the next read-back is due; a moment that has passed if one was missed. */
    dueAt: (key: string, request: Awaited, now: Timestamp): Timestamp => {
      const known = waiting.get(key);
      if (known?.submission === request.submission) return known.dueAt;
      const longAgo = addSeconds(now, -LOOK_BACK_SECONDS);
      const from = request.requestedAt > longAgo ? request.requestedAt : longAgo;
      return waitFrom(key, request, from).dueAt;
    },
    /** Notes a read-back now, and schedules the next. */
    ask: (key: string, request: Awaited, now: Timestamp): void => {
      waitFrom(key, request, now);
    },
    /** Drops requests that are no longer open. */
    keep: (open: ReadonlySet<string>): void => {
      for (const key of waiting.keys()) if (!open.has(key)) waiting.delete(key);
    },
  };
};
