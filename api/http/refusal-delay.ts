import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** How long a refusal is delayed, to slow clients that call in a loop. */
const REFUSED_AFTER_MS = 1_000;
/** Refusals that are delayed at a time: about 20 MB. */
const MOST_WAITING = 2_000;

/** Waits before a refusal. With `MOST_WAITING` refusals waiting, returns at once. */
export type DelayRefusal = () => Promise<void>;

export const createRefusalDelay = ({ pause }: Timers = thisMachine): DelayRefusal => {
  let waiting = 0;
  return async () => {
    if (waiting >= MOST_WAITING) return;
    waiting += 1;
    await pause(REFUSED_AFTER_MS);
    waiting -= 1;
  };
};
