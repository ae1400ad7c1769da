import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** Slows clients that call in a loop. */
const REFUSED_AFTER_MS = 1_000;
/** About 20 MB. */
const MOST_WAITING = 2_000;

/** Waits before a refusal; returns at once when too many wait. */
export type WaitInTurn = () => Promise<void>;

export const createWaitingRoom = ({ pause }: Timers = thisMachine): WaitInTurn => {
  let waiting = 0;
  return async () => {
    if (waiting >= MOST_WAITING) return;
    waiting += 1;
    await pause(REFUSED_AFTER_MS);
    waiting -= 1;
  };
};
