import {
  afterSilence,
  nextReadBack,
  type AwaitedOutcome,
} from '#/domain/workflows/next-read-back.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';

/** A missed read-back is made late, unless it was due longer ago than this. */
const LOOK_BACK_SECONDS = 15 * 60;

interface ScheduledRequest {
  /** When its `submission` changes, because the acquirer has answered, the schedule starts again. */
  readonly request: AwaitedOutcome;
  readonly dueAt: Timestamp;
  /** Latest read-backs in a row without an answer. */
  readonly silences: number;
  /** The acquirer gave no answer when it was asked last. */
  readonly isSilent: boolean;
}

/** The regular times depend on the request alone, so another process can take over. */
export const createDueTimes = () => {
  const schedules = new Map<string, ScheduledRequest>();

  const scheduleAfter = (
    key: string,
    request: AwaitedOutcome,
    moment: Timestamp,
  ): ScheduledRequest => {
    const last = schedules.get(key);
    const silences = last?.isSilent ? last.silences : 0;
    const dueAt = nextReadBack(request, moment);
    const next = { request, dueAt, silences, isSilent: false };
    schedules.set(key, next);
    return next;
  };

  return {
    /** Returns when the request is next due; the moment has passed if a read-back was missed. */
    dueAt: (key: string, request: AwaitedOutcome, now: Timestamp): Timestamp => {
      const scheduled = schedules.get(key);
      if (scheduled?.request.submission === request.submission) return scheduled.dueAt;
      const longAgo = addSeconds(now, -LOOK_BACK_SECONDS);
      const from = request.requestedAt > longAgo ? request.requestedAt : longAgo;
      return scheduleAfter(key, request, from).dueAt;
    },
    /** Notes that the request is read back at this moment. */
    ask: (key: string, request: AwaitedOutcome, now: Timestamp): void => {
      scheduleAfter(key, request, now);
    },
    /** Notes that the last read-back got no answer, and schedules the next sooner. */
    rememberUnanswered: (key: string, now: Timestamp): void => {
      const scheduled = schedules.get(key);
      if (!scheduled) return;
      const silences = scheduled.silences + 1;
      const soon = afterSilence(scheduled.request, now, silences);
      const dueAt = soon < scheduled.dueAt ? soon : scheduled.dueAt;
      schedules.set(key, { ...scheduled, dueAt, silences, isSilent: true });
    },
    /** Forgets the requests that are not open. */
    keep: (open: ReadonlySet<string>): void => {
      for (const key of schedules.keys()) if (!open.has(key)) schedules.delete(key);
    },
  };
};
