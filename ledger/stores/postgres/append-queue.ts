import type { PendingAppend } from './pending.ts';

const MAXIMUM_FLUSH_APPENDS = 500;
const MAXIMUM_FLUSH_BYTES = 4_000_000;

/** Appends that wait for the next flush. */
export class AppendQueue {
  readonly #most: number;
  #waiting: PendingAppend[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Appends that timed out while the database was unavailable do not count. */
  isFull(): boolean {
    if (this.#waiting.length < this.#most) return false;
    this.#waiting = this.#waiting.filter(({ settled }) => !settled);
    return this.#waiting.length >= this.#most;
  }

  add(append: PendingAppend): void {
    this.#waiting.push(append);
  }

  putBack(appends: readonly PendingAppend[]): void {
    this.#waiting.unshift(...appends);
  }

  /** Takes at least one append if any waits. */
  takeFlush(): PendingAppend[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ weight }, index) => {
      bytes += weight;
      return index === MAXIMUM_FLUSH_APPENDS || (index > 0 && bytes > MAXIMUM_FLUSH_BYTES);
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  takeAll(): PendingAppend[] {
    return this.#waiting.splice(0);
  }
}
