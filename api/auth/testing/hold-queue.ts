import type { HashQueue } from '#/api/auth/hash-queue.ts';

/** The queue runs at most two hashes at once, on a machine of any size. */
const TURNS = 2;

/** Fills the queue with work that does not end, so that no password is compared. @returns a function that ends this work */
export const holdQueue = ({ take }: HashQueue): (() => Promise<void>) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const turns = Array.from({ length: TURNS }, () => take('knownDevice', signal, () => promise));
  return async () => {
    resolve();
    await Promise.all(turns);
  };
};
