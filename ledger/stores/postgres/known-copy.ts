import type { ClientBase } from 'pg';
import { StoreAway, type Recorded } from '#/ledger/event-store.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { readLineage, type Seen } from './log-tables.ts';

/** The copy of the log that this process knows: its name, and how far it was read. */
export class KnownCopy {
  readonly #onOther: (cause: StoreAway) => void;
  #lineage = '';
  #read: Seen | undefined;

  /** @param onOther called when a connection led to another copy */
  constructor(onOther: (cause: StoreAway) => void) {
    this.#onOther = onOther;
  }

  get lineage(): string {
    return this.#lineage;
  }

  /** The writer is connected: from now on this is the copy. */
  connected(lineage: string, isRewound: boolean): void {
    this.#lineage = lineage;
    if (isRewound) this.#read = undefined;
  }

  /** Checks a new connection before it reads: others may still lead to the former copy. @throws StoreAway */
  async requireSame(client: ClientBase): Promise<void> {
    if ((await readLineage(client)) === this.#lineage) return;
    const cause = new StoreAway('the connection leads to another copy of the log');
    this.#onOther(cause);
    throw cause;
  }

  /** Notes what was read, also of what other processes wrote. @param events in their order */
  note(events: readonly Recorded[]): readonly Recorded[] {
    const last = events.at(-1);
    if (last?.hash === undefined) return events;
    const ordinal = ordinalOf(last.position);
    if (ordinal > (this.#read?.ordinal ?? 0)) this.#read = { ordinal, hash: last.hash };
    return events;
  }

  /** Returns this event, or the one that was read furthest. */
  orFurthest(event: Seen): Seen {
    return this.#read !== undefined && this.#read.ordinal > event.ordinal ? this.#read : event;
  }
}
