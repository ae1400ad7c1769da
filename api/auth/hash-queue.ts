import { availableParallelism } from 'node:os';
import { Rejected } from '#/api/http/problem.ts';

/** Attempts from known devices leave the queue first. */
export type Priority = 'knownDevice' | 'stranger';

export interface HashQueueLimits {
  /** Concurrent hashes. */
  readonly atOnce: number;
  /** Longest queue of each priority. */
  readonly waiting: Readonly<Record<Priority, number>>;
}

/** A hash takes 90 ms of a core, and one of libuv's four threads, which files and DNS need too. */
export const defaultHashQueueLimits: HashQueueLimits = {
  atOnce: availableParallelism() > 2 ? 2 : 1,
  waiting: { knownDevice: 10, stranger: 20 },
};

/** In seconds: longer than a full queue takes. */
const BUSY = { 'Retry-After': '3' };

interface Waiting {
  readonly start: () => void;
}

/** The queue in which passwords wait to be hashed. */
export interface HashQueue {
  /** @throws Rejected `session/busy` when the queue is full; the signal's reason if aborted while it waits */
  take<Result>(
    priority: Priority,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Length of both queues together. */
  countWaiting(): number;
}

export const createHashQueue = ({
  atOnce,
  waiting: most,
}: HashQueueLimits = defaultHashQueueLimits): HashQueue => {
  const queues: Readonly<Record<Priority, Set<Waiting>>> = {
    knownDevice: new Set(),
    stranger: new Set(),
  };
  let busy = 0;

  const release = (): void => {
    busy -= 1;
    for (const queue of [queues.knownDevice, queues.stranger]) {
      const [next] = queue;
      if (next === undefined) continue;
      queue.delete(next);
      next.start();
      return;
    }
  };

  const waitInQueue = (priority: Priority, signal: AbortSignal): Promise<void> => {
    const queue = queues[priority];
    if (queue.size >= most[priority]) throw new Rejected('session/busy', { headers: BUSY });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      queue.delete(entry);
      reject(signal.reason);
    };
    const entry: Waiting = {
      start: () => {
        signal.removeEventListener('abort', leave);
        busy += 1;
        resolve();
      },
    };
    queue.add(entry);
    signal.addEventListener('abort', leave, { once: true });
    return promise;
  };

  return {
    take: async (priority, signal, work) => {
      signal.throwIfAborted();
      if (busy < atOnce) busy += 1;
      else await waitInQueue(priority, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
    countWaiting: () => queues.knownDevice.size + queues.stranger.size,
  };
};
