import type { Timers } from '#/domain/ports/machine.ts';

interface Waiter {
  readonly reached: () => boolean;
  readonly settle: (reached: boolean) => void;
}

/** Callers waiting until read models include what they wrote; the runner wakes them, without queries. */
export class PositionWaiters {
  readonly #waiting = new Set<Waiter>();
  readonly #timers: Timers;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  until(reached: () => boolean, timeoutMs: number): Promise<boolean> {
    if (reached()) return Promise.resolve(true);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { reached, settle: resolve };
    this.#waiting.add(waiter);
    const timer = this.#timers.after(timeoutMs, () => resolve(false));
    return promise.finally(() => {
      timer.cancel();
      this.#waiting.delete(waiter);
    });
  }

  /** Resolves the waiters whose position is reached; call it whenever a position moved. */
  check(): void {
    for (const { reached, settle } of this.#waiting) if (reached()) settle(true);
  }
}
