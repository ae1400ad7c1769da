import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** Calls `work` after each `everyMs`. @returns a function that ends the calls */
export const repeat = (
  everyMs: number,
  work: () => void,
  timers: Timers = thisMachine,
): (() => void) => {
  const call = (): void => {
    // The next call is planned first, so that a call that throws does not end the repetition.
    timer = timers.after(everyMs, call);
    work();
  };
  let timer = timers.after(everyMs, call);
  return () => timer.cancel();
};
