import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { withoutDeadline } from '#/api/http/request-deadline.ts';

const SIDE_BY_SIDE = 2;
/** How many requests may be unfinished at a time. Further requests are dropped, so that strangers cannot fill the memory. */
const MOST_WAITING = 200;

/**
 * Runs the work of a stranger's request in the background. The answer does not wait for the work, so that neither the answer nor its time
 * shows whether there was anything to do, such as a mail to send.
 * @param failure message that is logged when the work failed
 */
export const createAfterAnswer = (logger: Logger, failure: string) => {
  const limited = pLimit(SIDE_BY_SIDE);
  const pending = new Set<Promise<void>>();
  let isFull = false;
  const onFailure = (err: unknown): void => logger.error({ err }, failure);

  return {
    run: (work: () => Promise<void>): void => {
      const wasFull = isFull;
      isFull = pending.size >= MOST_WAITING;
      // Logged once, since strangers may send thousands.
      if (isFull) return wasFull ? undefined : onFailure(new Error('too many are requested'));
      const done = withoutDeadline(() => limited(work))
        .catch(onFailure)
        .finally(() => pending.delete(done));
      pending.add(done);
    },
    /** Waits for the work of all answered requests. */
    stop: async (): Promise<void> => void (await Promise.all(pending)),
  };
};
