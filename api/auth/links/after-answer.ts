import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { withoutDeadline } from '#/api/http/request-deadline.ts';

const SIDE_BY_SIDE = 2;
/** Unfinished requests at a time. Further ones are dropped, so that strangers cannot fill the memory. */
const MOST_WAITING = 200;

/** Runs work without delaying the answer, whose time must not show whether there was work. @param failure message to log */
export const createAfterAnswer = (logger: Logger, failure: string) => {
  const limited = pLimit(SIDE_BY_SIDE);
  const pending = new Set<Promise<void>>();
  let isFull = false;
  const onFailure = (err: unknown): void => logger.error({ err }, failure);

  return {
    run: (work: () => Promise<void>): void => {
      const wasFull = isFull;
      isFull = pending.size >= MOST_WAITING;
      if (isFull) {
        // Only the first of a series of dropped requests is logged.
        if (!wasFull) onFailure(new Error('too many are requested'));
        return;
      }
      const done = withoutDeadline(() => limited(work))
        .catch(onFailure)
        .finally(() => pending.delete(done));
      pending.add(done);
    },
    stop: async (): Promise<void> => void (await Promise.all(pending)),
  };
};
