import { nextReadBack, type Awaited } from '#/domain/workflows/next-read-back.ts';
import { addSeconds, type Timestamp } from '#/domain/time.ts';

/** What came due while nobody asked is still asked, unless that was longer ago. */
const LOOK_BACK_SECONDS = 15 * 60;

interface Waiting {
  /** The moment depends on it: once there is an answer, another rhythm begins. */
  readonly submission: Awaited['submission'];
  readonly dueAt: Timestamp;
}

/**
 * When each open request is asked about next. Its moments depend on the request alone (`nextReadBack`), so whoever takes
 * over asks at the same ones.
 */
export const createDueTimes = () => {
  const waiting = new Map<string, Waiting>();

  const waitFrom = (key: string, request: Awaited, moment: Timestamp): Waiting => {
    const entry = { submission: request.submission, dueAt: nextReadBack(request, moment) };
    waiting.set(key, entry);
    return entry;
  };

  return {
    isDue: (key: string, request: Awaited, now: Timestamp): boolean => {
      const known = waiting.get(key);
      if (known?.submission === request.submission) return known.dueAt <= now;
      const longAgo = addSeconds(now, -LOOK_BACK_SECONDS);
      const from = request.requestedAt > longAgo ? request.requestedAt : longAgo;
      return waitFrom(key, request, from).dueAt <= now;
    },
    /** It is asked about now. */
    ask: (key: string, request: Awaited, now: Timestamp): void => {
      waitFrom(key, request, now);
    },
    /** The others have come to their end. */
    keep: (open: ReadonlySet<string>): void => {
      for (const key of waiting.keys()) if (!open.has(key)) waiting.delete(key);
    },
  };
};

/** Those that are due, where all that are open are few enough to be looked at each time. */
export const dueOf = <Request extends Awaited>(
  open: () => Promise<readonly Request[]>,
  keyOf: (request: Request) => string,
) => {
  const times = createDueTimes();
  return async (now: Timestamp): Promise<readonly Request[]> => {
    const all = await open();
    times.keep(new Set(all.map(keyOf)));
    const due = all.filter((request) => times.isDue(keyOf(request), request, now));
    for (const request of due) times.ask(keyOf(request), request, now);
    return due;
  };
};
