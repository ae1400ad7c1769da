import { setTimeout as delay } from 'node:timers/promises';

/** Who asks in a loop asks slower when a refusal comes late; so many wait for theirs at once, about 20 MB. */
const REFUSED_AFTER_MS = 1_000;
const MOST_WAITING = 2_000;

/** Waits before a refusal is answered; not at all when too many wait already. */
export type WaitInTurn = () => Promise<void>;

export const createWaitingRoom = (): WaitInTurn => {
  let waiting = 0;
  return async () => {
    if (waiting >= MOST_WAITING) return;
    waiting += 1;
    await delay(REFUSED_AFTER_MS);
    waiting -= 1;
  };
};
