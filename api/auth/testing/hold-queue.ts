import type { HashQueue } from '#/api/auth/hash-queue.ts';

/** At least as many as the queue hashes at once, on a machine of any size. */
const TURNS = 2;

/** Holds every turn of the queue, so that no password is compared. @returns a function that frees them */
export const holdQueue = ({ take }: HashQueue): (() => Promise<void>) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const turns = Array.from({ length: TURNS }, () => take('knownDevice', signal, () => promise));
  return async () => {
    resolve();
    await Promise.all(turns);
  };
};
