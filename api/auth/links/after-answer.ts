import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { withoutDeadline } from '#/api/http/request-deadline.ts';

const SIDE_BY_SIDE = 2;
/** Requests that wait; more are dropped, so that strangers fill no memory. */
const MOST_WAITING = 200;

/**
 * Does what strangers ask for after they were answered: neither the answer nor its time says what there was to do.
 * @param failure what is logged when it failed
 */
export const createAfterAnswer = (logger: Logger, failure: string) => {
  const turns = pLimit(SIDE_BY_SIDE);
  const pending = new Set<Promise<void>>();
  let isFull = false;
  const onFailure = (err: unknown): void => logger.error({ err }, failure);

  return {
    run: (work: () => Promise<void>): void => {
      const wasFull = isFull;
      isFull = pending.size >= MOST_WAITING;
      // Said once, since strangers may ask for thousands.
      if (isFull) return wasFull ? undefined : onFailure(new Error('too many are requested'));
      const done = withoutDeadline(() => turns(work))
        .catch(onFailure)
        .finally(() => pending.delete(done));
      pending.add(done);
    },
    /** Waits for the requests that were answered. */
    stop: async (): Promise<void> => void (await Promise.all(pending)),
  };
};
