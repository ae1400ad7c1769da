import type { Client } from 'pg';
import {
  requestWriterLock,
  releaseWriterLock,
  readHead,
  acquireWriterLock,
  type Head,
} from './log-tables.ts';

/** A shared lock is released after the first flush that ends later than this: releasing it costs as much as a small flush. */
const HOLD_MS = 16;
/** How long a process shares the lock after it noticed that others write too. */
const SHARED_MS = 1_000;
/** Longest wait for the lock. It is held for a few milliseconds; a process that holds it longer is frozen or gets no NOTIFY. */
const TIMEOUT_MS = 250;
/** How long a process writes without waiting for the lock, after such a wait has timed out. */
const HURRY_MS = 2_000;

/**
 * This session's hold on the writer lock. A process that writes alone keeps the lock; once it notices other writers, they hold it
 * alternately. The lock only avoids conflicting attempts; correctness depends on the unique key of positions.
 */
export class WriterLock {
  readonly #client: Client;
  readonly #writer: string;
  #isHeld = false;
  #since = 0;
  #sharedUntil = 0;
  #hurriedUntil = 0;

  /** @param writer unique name of this writer, by which it recognises its own requests */
  constructor(client: Client, writer: string) {
    this.#client = client;
    this.#writer = writer;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Releases the lock after short times from now on, because another process wants to write, or wrote. */
  startSharing(): void {
    this.#sharedUntil = performance.now() + SHARED_MS;
  }

  /** Waits for the lock for a limited time. Returns the head, which no other writer moves while the lock is held. */
  async acquire(): Promise<Head> {
    if (performance.now() >= this.#hurriedUntil) {
      if (!this.#isShared) await requestWriterLock(this.#client, this.#writer);
      const head = await acquireWriterLock(this.#client, TIMEOUT_MS);
      this.#isHeld = head !== undefined;
      this.#since = performance.now();
      if (head !== undefined) return head;
      this.#hurriedUntil = performance.now() + HURRY_MS;
    }
    return readHead(this.#client);
  }

  /** Releases the lock if its time is over; called after a flush. */
  releaseWhenOver(): void {
    if (performance.now() > this.#since + HOLD_MS) this.release();
  }

  /** Releases the lock, unless no other process wants it. */
  release(): void {
    if (!this.#isHeld || !this.#isShared) return;
    this.#isHeld = false;
    // A lost session has lost the lock too.
    releaseWriterLock(this.#client).catch(() => undefined);
  }

  get #isShared(): boolean {
    return performance.now() < this.#sharedUntil;
  }
}
