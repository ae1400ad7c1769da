import { availableParallelism } from 'node:os';
import { Rejected } from '#/api/http/problem.ts';

/** Known devices are served before strangers, and each kind has its own queue. */
export type Lane = 'knownDevice' | 'stranger';

export interface TurnLimits {
  /** Concurrent hashes. */
  readonly atOnce: number;
  /** Longest queue of each lane; further work is refused. */
  readonly waiting: Readonly<Record<Lane, number>>;
}

/**
 * scrypt takes one of libuv's four threads and a core for about 90 ms. At least two threads, and a core where there are several, are left
 * for the rest of the process (files, DNS), and a queued sign-in is answered before its deadline of four seconds.
 */
export const defaultTurnLimits: TurnLimits = {
  atOnce: availableParallelism() > 2 ? 2 : 1,
  waiting: { knownDevice: 10, stranger: 20 },
};

/** In seconds; by then the queue has been worked off. */
const BUSY = { 'Retry-After': '3' };

interface Waiting {
  readonly start: () => void;
}

/** Queue of a process's password hashes. */
export interface Turns {
  /**
   * Runs `work` when its turn comes; not at all when the signal is aborted before.
   * @throws Rejected `session/busy` at once when the queue is full; the signal's reason when it leaves the queue
   */
  take<Answer>(lane: Lane, signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer>;
  /** Length of both queues together. */
  countWaiting(): number;
}

export const createTurns = ({ atOnce, waiting: most }: TurnLimits = defaultTurnLimits): Turns => {
  const queues: Readonly<Record<Lane, Set<Waiting>>> = {
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

  const waitInQueue = (lane: Lane, signal: AbortSignal): Promise<void> => {
    const queue = queues[lane];
    if (queue.size >= most[lane]) throw new Rejected('session/busy', { headers: BUSY });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      queue.delete(place);
      reject(signal.reason);
    };
    const place: Waiting = {
      start: () => {
        signal.removeEventListener('abort', leave);
        busy += 1;
        resolve();
      },
    };
    queue.add(place);
    signal.addEventListener('abort', leave, { once: true });
    return promise;
  };

  return {
    take: async (lane, signal, work) => {
      signal.throwIfAborted();
      if (busy < atOnce) busy += 1;
      else await waitInQueue(lane, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
    countWaiting: () => queues.knownDevice.size + queues.stranger.size,
  };
};
