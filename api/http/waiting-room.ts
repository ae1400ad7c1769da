import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** A refusal is delayed for this long, which slows clients that call in a loop. */
const REFUSED_AFTER_MS = 1_000;
/** How many refusals wait at once: about 20 MB. */
const MOST_WAITING = 2_000;

/** Waits before a refusal is answered; returns at once when too many wait already. */
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
