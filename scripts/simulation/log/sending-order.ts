import type { Appended } from '#/ledger/event-store.ts';

/** An append on its way. */
interface AppendInFlight {
  /**
   * Writes the oldest append that this process has sent to the stream and that has not arrived yet; it may be an earlier one than this.
   * Settles with the result of this append, once this one is written.
   */
  readonly effect: () => Promise<Appended>;
  /** This append never arrives. */
  readonly drop: () => void;
}

/** Appends of one process to one stream arrive in the order in which they were sent. */
export const createSendingOrder = () => {
  const sent = new Map<string, (() => void)[]>();
  return (stream: string, append: () => Appended): AppendInFlight => {
    const { promise, resolve, reject } = Promise.withResolvers<Appended>();
    const queue = sent.get(stream) ?? [];
    sent.set(stream, queue);
    // The rejection is handled, because the sender of the append may be dead by then.
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
