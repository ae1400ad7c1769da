import type { Appended } from '#/ledger/event-store.ts';

interface AppendInFlight {
  /** Writes the oldest unwritten append of the process to the stream. Settles when its own append is written. */
  readonly effect: () => Promise<Appended>;
  /** Takes the append out of the order, because it never arrives. */
  readonly drop: () => void;
}

/** Appends of one process to one stream arrive in the order of sending. */
export const createSendingOrder = () => {
  const sent = new Map<string, (() => void)[]>();
  return (stream: string, append: () => Appended): AppendInFlight => {
    const { promise, resolve, reject } = Promise.withResolvers<Appended>();
    const queue = sent.get(stream) ?? [];
    sent.set(stream, queue);
    // The sender may be dead by then.
    promise.catch(() => undefined);
    const write = (): void => {
      try {
        resolve(append());
      } catch (error) {
        reject(error);
      }
    };
    queue.push(write);
    return {
      effect: async () => {
        queue.shift()?.();
        return promise;
      },
      drop: () => {
        const index = queue.indexOf(write);
        if (index >= 0) queue.splice(index, 1);
      },
    };
  };
};
