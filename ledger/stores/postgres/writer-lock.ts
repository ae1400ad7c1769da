import type { Client } from 'pg';
import {
  requestWriterLock,
  releaseWriterLock,
  readHead,
  acquireWriterLock,
  type Head,
} from './log-tables.ts';

/** How long one of several writers keeps the lock. A release costs a query, so it does not follow each flush. */
const HOLD_MS = 16;
/** How long a process shares the lock after it noticed that others write too. */
const SHARE_MS = 1_000;
/** Longest wait for the lock. A holder releases it after a few milliseconds, unless it is slow or frozen. */
const TIMEOUT_MS = 250;
/** How long a process writes without the lock after a wait in vain: the holder may be frozen. */
const WITHOUT_LOCK_MS = 2_000;

/** Writers hold the lock alternately, to avoid conflicts. Correctness depends on the unique key of positions. */
export class WriterLock {
  readonly #client: Client;
  readonly #writer: string;
  /** When the lock was acquired. All times are those of `performance.now`. */
  #heldSince: number | undefined;
  /** Until then, other processes are assumed to write too. */
  #sharedUntil = 0;
  /** Until then, this process writes without the lock. */
  #withoutLockUntil = 0;

  constructor(client: Client, writer: string) {
    this.#client = client;
    this.#writer = writer;
  }

  get isHeld(): boolean {
    return this.#heldSince !== undefined;
  }

  /** Shares the lock for the next `SHARE_MS`, because another process writes too. */
  startSharing(): void {
    this.#sharedUntil = performance.now() + SHARE_MS;
  }

  /**
   * Waits a limited time for the lock, then goes on without it.
   * @returns the head (the last event). While this process has the lock, only a writer that gave up waiting may add events
   */
  async acquire(): Promise<Head> {
    if (performance.now() < this.#withoutLockUntil) return readHead(this.#client);
    // A process that does not share the lock must be asked for it.
    if (!this.#isShared) await requestWriterLock(this.#client, this.#writer);
    const head = await acquireWriterLock(this.#client, TIMEOUT_MS);
    if (head !== undefined) {
      this.#heldSince = performance.now();
      return head;
    }
    this.#withoutLockUntil = performance.now() + WITHOUT_LOCK_MS;
    return readHead(this.#client);
  }

  /** Called after a flush. A shared lock is released once it was held for long enough. */
  releaseIfDue(): void {
    if (this.#heldSince !== undefined && performance.now() > this.#heldSince + HOLD_MS)
      this.releaseIfShared();
  }

  releaseIfShared(): void {
    if (!this.isHeld || !this.#isShared) return;
    this.#heldSince = undefined;
    // A lost session has lost the lock too.
    releaseWriterLock(this.#client).catch(() => undefined);
  }

  get #isShared(): boolean {
    return performance.now() < this.#sharedUntil;
  }
}
