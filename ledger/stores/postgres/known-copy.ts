import pg, { type ClientBase } from 'pg';
import { StoreAway, type Recorded } from '#/ledger/event-store.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { readLineage, type Seen } from './log-tables.ts';
import { dropSession } from './session.ts';

/**
 * The copy of the log that this process knows: its name, and how far it was read. All connections of the process lead to it: after
 * a failover some may still lead to the former copy, as long as its server answers.
 */
export class KnownCopy {
  readonly #onOther: (cause: StoreAway) => void;
  /** Give up connections to the former copy. */
  readonly #leave = new Set<() => void>();
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
    const isOther = lineage !== this.#lineage;
    this.#lineage = lineage;
    if (isRewound) this.#read = undefined;
    if (isOther) for (const leave of this.#leave) leave();
  }

  /** Opens connections of which each leads to this copy. */
  openPool(config: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool({
      ...config,
      verify: (client, done) => void this.requireSame(client).then(() => done(), done),
    });
    pool.on('connect', (client) => client.on('error', () => undefined));
    this.replaceIn(pool);
    return pool;
  }

  /** Replaces the connections of a pool when another copy takes over; what they are asked meanwhile fails as when they are lost. */
  replaceIn(pool: pg.Pool): void {
    const open = new Set<pg.Client>();
    // One that was opened before this is noticed when it is used.
    pool.on('acquire', (client) => open.add(client));
    pool.on('remove', (client) => open.delete(client));
    this.onOther(() => open.forEach(dropSession));
  }

  /** @param leave gives up a connection to the former copy */
  onOther(leave: () => void): void {
    this.#leave.add(leave);
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
