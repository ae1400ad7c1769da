import type { Client } from 'pg';
import { askForTurn, passTurn, readHead, takeTurn, type Head } from './log-tables.ts';

/** A turn among many ends after the flush that ends later than this: passing it on costs as much as a small flush. */
const TURN_MS = 4;
/** How long a process passes its turn on after it heard or saw that others write too. */
const SHARED_MS = 1_000;
/** A turn takes a few milliseconds; whoever keeps it longer is frozen or cannot hear. */
const PATIENCE_MS = 250;
/** How long nobody stands in line then. */
const IMPATIENT_MS = 2_000;

/**
 * Whether it is this session's turn to write. A process that writes alone keeps its turn; once it hears or sees of others,
 * they take turns. That only keeps them from trying at once: the fence is the key of positions.
 */
export class Turn {
  readonly #client: Client;
  readonly #writer: string;
  #held = false;
  #since = 0;
  #sharedUntil = 0;
  #impatientUntil = 0;

  /** @param writer its name among all, by which it knows its own asking */
  constructor(client: Client, writer: string) {
    this.#client = client;
    this.#writer = writer;
  }

  get held(): boolean {
    return this.#held;
  }

  /** Another process wants to write, or did. */
  share(): void {
    this.#sharedUntil = performance.now() + SHARED_MS;
  }

  /** Waits for it, but not for ever. Answers the head, which nobody else moves while it is held. */
  async take(): Promise<Head> {
    if (performance.now() >= this.#impatientUntil) {
      if (!this.#isShared) await askForTurn(this.#client, this.#writer);
      const head = await takeTurn(this.#client, PATIENCE_MS);
      this.#held = head !== undefined;
      this.#since = performance.now();
      if (head !== undefined) return head;
      this.#impatientUntil = performance.now() + IMPATIENT_MS;
    }
    return readHead(this.#client);
  }

  /** After a flush. */
  passWhenOver(): void {
    if (performance.now() > this.#since + TURN_MS) this.pass();
  }

  /** Unless nobody else wants it. */
  pass(): void {
    if (!this.#held || !this.#isShared) return;
    this.#held = false;
    // A session that is lost has lost its turn too.
    passTurn(this.#client).catch(() => undefined);
  }

  get #isShared(): boolean {
    return performance.now() < this.#sharedUntil;
  }
}
