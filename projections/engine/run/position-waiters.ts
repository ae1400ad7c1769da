import { thisMachine } from '#/ledger/machine.ts';

interface Waiter {
  readonly reached: () => boolean;
  readonly settle: (reached: boolean) => void;
}

/** Callers waiting until read models include what they wrote; the runner wakes them, without queries to Postgres. */
export class PositionWaiters {
  readonly #waiting = new Set<Waiter>();

  until(reached: () => boolean, timeoutMs: number): Promise<boolean> {
    if (reached()) return Promise.resolve(true);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { reached, settle: resolve };
    this.#waiting.add(waiter);
    const timer = thisMachine.after(timeoutMs, () => resolve(false));
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
