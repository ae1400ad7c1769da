import { AppendError } from '#/ledger/event-store.ts';

/** After a clock was set, it is compared again within five seconds (`watch.ts`). */
const RETRY_SECONDS = 5;

/** The wall clock of this machine is not known to be right, and the work needs the time. */
export class ClockUnknown extends AppendError {
  constructor() {
    super({ kind: 'unavailable', retryAfterSeconds: RETRY_SECONDS });
    this.name = 'ClockUnknown';
  }
}

/** @throws ClockUnknown while the wall clock of this machine is not known to be right (`ClockWatch.isTrue`) */
export const requireTrueClock = (isClockTrue: () => boolean): void => {
  if (!isClockTrue()) throw new ClockUnknown();
};
