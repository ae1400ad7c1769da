import type { Timers } from '#/domain/ports/machine.ts';

interface Waiter {
  readonly isReached: () => boolean;
  readonly settle: (reached: boolean) => void;
}

/** Lets callers wait, without queries, until read models include what the callers wrote. */
export class PositionWaiters {
  readonly #waiting = new Set<Waiter>();
  readonly #timers: Timers;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Resolves true once `isReached`, false after the timeout. */
  until(isReached: () => boolean, timeoutMs: number): Promise<boolean> {
    if (isReached()) return Promise.resolve(true);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { isReached, settle: resolve };
    this.#waiting.add(waiter);
    const timer = this.#timers.after(timeoutMs, () => resolve(false));
    return promise.finally(() => {
      timer.cancel();
      this.#waiting.delete(waiter);
    });
  }

  /** Call it whenever a position moved. */
  check(): void {
    for (const { isReached, settle } of this.#waiting) if (isReached()) settle(true);
  }
}
