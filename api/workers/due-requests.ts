import type { AwaitedOutcome } from '#/domain/workflows/next-read-back.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { createDueTimes } from './due-times.ts';

/** Requests checked per call: the latest ones, and the next batch of all open ones. */
const LATEST = 200;
const OTHERS = 500;

/** Most requests returned by a call; the rest stay due for later calls. */
const MOST_AT_ONCE = 100;

/** Places that the latest requests get before the others. */
const FOR_LATEST = MOST_AT_ONCE / 2;

export interface RequestCursor {
  readonly requestedAt: Timestamp;
  readonly id: string;
}

const BEGINNING: RequestCursor = { requestedAt: '2000-01-01T00:00:00.000Z', id: '' };

export interface OpenRequests<Request> {
  /** Newest first. Absent = no person waits for the outcome of such a request. */
  readonly latest?: (limit: number) => Promise<readonly Request[]>;
  /** Oldest first. */
  readonly after: (cursor: RequestCursor, limit: number) => Promise<readonly Request[]>;
}

export interface DueRequests<Request> {
  /** Returns requests that are due, each once until it is due again. */
  readonly take: (now: Timestamp) => Promise<readonly Request[]>;
  /** Makes the request due again soon. */
  readonly rememberUnanswered: (id: string, now: Timestamp) => void;
}

/** Each call checks a bounded number of open requests. Of the latest ones and of the others, those that have been due longest come first. */
export const createDueRequests = <Request extends AwaitedOutcome & RequestCursor>({
  latest = async () => [],
  after,
}: OpenRequests<Request>): DueRequests<Request> => {
  const times = createDueTimes();
  let openIds = new Set<string>();
  let cursor = BEGINNING;

  const filterDue = (rows: readonly Request[], now: Timestamp): readonly Request[] =>
    rows
      .map((row) => {
        openIds.add(row.id);
        return { row, dueAt: times.dueAt(row.id, row, now) };
      })
      .filter(({ dueAt }) => dueAt <= now)
      .toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
      .map(({ row }) => row);

  const take = async (now: Timestamp): Promise<readonly Request[]> => {
    const [newest, batch] = await Promise.all([latest(LATEST), after(cursor, OTHERS)]);
    const dueOfLatest = filterDue(newest, now);
    const inOrder = [
      ...dueOfLatest.slice(0, FOR_LATEST),
      ...filterDue(batch, now),
      ...dueOfLatest.slice(FOR_LATEST),
    ];
    const chosen = [...new Map(inOrder.map((row) => [row.id, row])).values()].slice(
      0,
      MOST_AT_ONCE,
    );
    const last = batch.length === OTHERS ? batch.at(-1) : undefined;
    cursor = last ?? BEGINNING;
    // After a full rotation, requests that it did not meet are no longer open.
    if (!last) {
      times.keep(openIds);
      openIds = new Set();
    }
    for (const row of chosen) times.ask(row.id, row, now);
    return chosen;
  };

  return { take, rememberUnanswered: times.rememberUnanswered };
};
