import { AppendError } from '#/ledger/event-store.ts';

/** The clock is compared again within five seconds. */
const RETRY_SECONDS = 5;

export class ClockUnknown extends AppendError {
  constructor() {
    super({ kind: 'unavailable', retryAfterSeconds: RETRY_SECONDS });
    this.name = 'ClockUnknown';
  }
}

/** @throws ClockUnknown */
export const requireTrueClock = (isClockTrue: () => boolean): void => {
  if (!isClockTrue()) throw new ClockUnknown();
};
