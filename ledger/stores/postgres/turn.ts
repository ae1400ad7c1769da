import type { Client } from 'pg';
import { askForTurn, passTurn, readHead, takeTurn, type Head } from './log-tables.ts';

/** A shared turn ends after the first flush that ends later than this: passing the turn on costs as much as a small flush. */
const TURN_MS = 16;
/** How long a process shares its turn after it noticed that others write too. */
const SHARED_MS = 1_000;
/** Longest wait for a turn. Turns take a few milliseconds; a process that holds one longer is frozen or gets no NOTIFY. */
const TIMEOUT_MS = 250;
/** How long a process writes without waiting for its turn, after such a wait has timed out. */
const HURRY_MS = 2_000;

/**
 * This session's turn to write. A process that writes alone keeps its turn; once it notices other writers, they take turns.
 * Turns only avoid conflicting attempts; correctness depends on the unique key of positions.
 */
export class Turn {
  readonly #client: Client;
  readonly #writer: string;
  #held = false;
  #since = 0;
  #sharedUntil = 0;
  #hurriedUntil = 0;

  /** @param writer unique name of this writer, by which it recognises its own requests */
  constructor(client: Client, writer: string) {
    this.#client = client;
    this.#writer = writer;
  }

  get held(): boolean {
    return this.#held;
  }

  /** Starts sharing the turn, because another process wants to write, or wrote. */
  share(): void {
    this.#sharedUntil = performance.now() + SHARED_MS;
  }

  /** Waits for the turn for a limited time. Returns the head, which no other writer moves while the turn is held. */
  async take(): Promise<Head> {
    if (performance.now() >= this.#hurriedUntil) {
      if (!this.#isShared) await askForTurn(this.#client, this.#writer);
      const head = await takeTurn(this.#client, TIMEOUT_MS);
      this.#held = head !== undefined;
      this.#since = performance.now();
      if (head !== undefined) return head;
      this.#hurriedUntil = performance.now() + HURRY_MS;
    }
    return readHead(this.#client);
  }

  /** Passes the turn on if its time is over; called after a flush. */
  passWhenOver(): void {
    if (performance.now() > this.#since + TURN_MS) this.pass();
  }

  /** Passes the turn on, unless no other process wants it. */
  pass(): void {
    if (!this.#held || !this.#isShared) return;
    this.#held = false;
    // A lost session has lost its turn too.
    passTurn(this.#client).catch(() => undefined);
  }

  get #isShared(): boolean {
    return performance.now() < this.#sharedUntil;
  }
}
