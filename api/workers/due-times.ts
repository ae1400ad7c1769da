import {
  afterSilence,
  nextReadBack,
  type AwaitedOutcome,
} from '#/domain/workflows/next-read-back.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';

/** Missed read-backs are caught up on if they are not older than this. */
const LOOK_BACK_SECONDS = 15 * 60;

interface ScheduledRequest {
  /** When its `submission` changes, because the acquirer has answered, the schedule starts again. */
  readonly request: AwaitedOutcome;
  readonly dueAt: Timestamp;
  /** Read-backs in a row without an answer. */
  readonly silences: number;
  /** The acquirer gave no answer when it was asked last. */
  readonly isSilent: boolean;
}

/** The regular times depend on the request alone, so another process can take over. */
export const createDueTimes = () => {
  const waiting = new Map<string, ScheduledRequest>();

  const waitFrom = (key: string, request: AwaitedOutcome, moment: Timestamp): ScheduledRequest => {
    const known = waiting.get(key);
    const silences = known?.isSilent ? known.silences : 0;
    const dueAt = nextReadBack(request, moment);
    const entry = { request, dueAt, silences, isSilent: false };
    waiting.set(key, entry);
    return entry;
  };

  return {
    /** Returns when the request is next due; the moment has passed if a read-back was missed. */
    dueAt: (key: string, request: AwaitedOutcome, now: Timestamp): Timestamp => {
      const known = waiting.get(key);
      if (known?.request.submission === request.submission) return known.dueAt;
      const longAgo = addSeconds(now, -LOOK_BACK_SECONDS);
      const from = request.requestedAt > longAgo ? request.requestedAt : longAgo;
      return waitFrom(key, request, from).dueAt;
    },
    ask: (key: string, request: AwaitedOutcome, now: Timestamp): void => {
      waitFrom(key, request, now);
    },
    /** Notes that the last read-back got no answer, and schedules the next sooner. */
    rememberUnanswered: (key: string, now: Timestamp): void => {
      const known = waiting.get(key);
      if (!known) return;
      const silences = known.silences + 1;
      const soon = afterSilence(known.request, now, silences);
      const dueAt = soon < known.dueAt ? soon : known.dueAt;
      waiting.set(key, { ...known, dueAt, silences, isSilent: true });
    },
    keep: (open: ReadonlySet<string>): void => {
      for (const key of waiting.keys()) if (!open.has(key)) waiting.delete(key);
    },
  };
};
