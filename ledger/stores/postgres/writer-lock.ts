import type { Client } from 'pg';
import {
  requestWriterLock,
  releaseWriterLock,
  readHead,
  acquireWriterLock,
  type Head,
} from './log-tables.ts';

/**
 * While several processes write, each holds the lock for this time, and releases it after the next flush. A release is a query of its own,
 * so it is not done after each flush.
 */
const HOLD_MS = 16;
/** How long a process shares the lock after it noticed that others write too. */
const SHARE_MS = 1_000;
/**
 * Longest wait for the lock. A holder that was asked releases it after a few milliseconds, unless it is slow or frozen, or the request
 * (NOTIFY) was lost.
 */
const TIMEOUT_MS = 250;
/** How long a process writes without the lock after it has waited in vain: its holder may be frozen for long. */
const WITHOUT_LOCK_MS = 2_000;

/**
 * This session's hold on the writer lock. A process that writes alone keeps the lock; once it notices other writers, they hold it
 * alternately. The lock only avoids conflicting attempts; correctness depends on the unique key of positions.
 */
export class WriterLock {
  readonly #client: Client;
  readonly #writer: string;
  /** When the lock was acquired; undefined while it is not held. All times are those of `performance.now`. */
  #heldSince: number | undefined;
  /** Until then, others are taken to write too. */
  #sharedUntil = 0;
  /** Until then, this process writes without the lock. */
  #withoutLockUntil = 0;

  /** @param writer unique name of this writer, by which it recognises its own requests */
  constructor(client: Client, writer: string) {
    this.#client = client;
    this.#writer = writer;
  }

  get isHeld(): boolean {
    return this.#heldSince !== undefined;
  }

  /** Holds the lock only briefly for the next `SHARE_MS`, because another process wants to write, or wrote. */
  startSharing(): void {
    this.#sharedUntil = performance.now() + SHARE_MS;
  }

  /**
   * Waits for the lock for a limited time; goes on without it when that is over. Returns the head, which no other writer moves
   * while the lock is held.
   */
  async acquire(): Promise<Head> {
    if (performance.now() < this.#withoutLockUntil) return readHead(this.#client);
    // Others that share the lock release it by themselves; one that keeps it must be asked.
    if (!this.#isShared) await requestWriterLock(this.#client, this.#writer);
    const head = await acquireWriterLock(this.#client, TIMEOUT_MS);
    if (head !== undefined) {
      this.#heldSince = performance.now();
      return head;
    }
    this.#withoutLockUntil = performance.now() + WITHOUT_LOCK_MS;
    return readHead(this.#client);
  }

  /** Releases a shared lock that was held for long enough; called after a flush. */
  releaseIfDue(): void {
    if (this.#heldSince !== undefined && performance.now() > this.#heldSince + HOLD_MS)
      this.releaseIfShared();
  }

  /** Releases the lock if other processes share it. */
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
