import pg, { type ClientBase } from 'pg';
import { LogRewound, StoreAway, type Recorded } from '#/ledger/event-store.ts';
import type { OneCopy } from '#/ledger/database/one-copy.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { hasHead, readLineage, type SeenEvent } from './log-tables.ts';
import { dropSession } from './session.ts';

/** The copy of a connection that was not asked for it. */
const UNKNOWN = '';

/**
 * The copy of the log that this process knows: its name, and how far it was read. All connections of the process lead to it: after
 * a failover some may still lead to the former copy, as long as its server answers. It is made before the first connection, and
 * any copy will do until the writer of the log is connected.
 */
export class KnownCopy implements OneCopy {
  /** Open connections, and the copy that each leads to. */
  readonly #open = new Map<pg.Client, string>();
  #onOther: (cause: StoreAway) => void = () => undefined;
  #lineage = UNKNOWN;
  #rewinds = 0;
  #read: SeenEvent | undefined;

  get lineage(): string {
    return this.#lineage;
  }

  /** @param onOther called when a connection led to another copy than the writer's */
  whenOther(onOther: (cause: StoreAway) => void): void {
    this.#onOther = onOther;
  }

  /** The writer is connected: from now on this is the copy, and connections to another one are given up. */
  connected(lineage: string, isRewound: boolean): void {
    this.#lineage = lineage;
    if (isRewound) {
      this.#rewinds += 1;
      this.#read = undefined;
    }
    // A log that lost its end under the same name is another copy too, such as a disk that was restored.
    for (const [client, its] of this.#open) if (isRewound || its !== lineage) dropSession(client);
  }

  /** Opens connections of which each leads to this copy. */
  openPool(config: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool(config);
    pool.on('connect', (client) => client.on('error', () => undefined));
    this.follow(pool);
    return pool;
  }

  /**
   * Has each connection of a pool lead to this copy. When another one takes over, they are replaced, and what they are asked
   * meanwhile fails as when they are lost.
   */
  follow(pool: pg.Pool): void {
    // One that was opened before this is noticed when it is used.
    pool.on('acquire', (client) => this.#track(client, this.#open.get(client) ?? UNKNOWN));
    pool.options.verify = (client, done) => void this.requireSame(client).then(() => done(), done);
  }

  /**
   * Checks a new connection before it reads: others may still lead to the former copy. If that takes over later, it is dropped.
   * @throws StoreAway
   */
  async requireSame(client: pg.Client | pg.PoolClient): Promise<void> {
    this.#track(client, UNKNOWN);
    const lineage = await readLineage(client);
    if (this.#open.has(client)) this.#open.set(client, lineage);
    if (this.#lineage === UNKNOWN) return;
    if (lineage === this.#lineage && (await this.#hasFurthest(client))) return;
    const cause = new StoreAway('the connection leads to another copy of the log');
    this.#onOther(cause);
    throw cause;
  }

  /**
   * Begins a read of the log.
   * @returns a function that takes note of the events which the read brings, also of those that other processes wrote
   * @throws LogRewound from that function, once the log has lost its end since the read began
   */
  beginRead(): (events: readonly Recorded[]) => readonly Recorded[] {
    const rewinds = this.#rewinds;
    return (events) => {
      if (this.#rewinds !== rewinds) throw new LogRewound();
      this.note(events);
      return events;
    };
  }

  /** Takes note of the furthest event. @param events in their order, read or written just now */
  note(events: readonly Recorded[]): void {
    const last = events.at(-1);
    if (last?.hash === undefined) return;
    const ordinal = ordinalOf(last.position);
    if (ordinal > (this.#read?.ordinal ?? 0)) this.#read = { ordinal, hash: last.hash };
  }

  /** Returns this event, or the one that was read furthest. */
  orFurthest(event: SeenEvent): SeenEvent {
    return this.#read !== undefined && this.#read.ordinal > event.ordinal ? this.#read : event;
  }

  #track(client: pg.Client, lineage: string): void {
    if (!this.#open.has(client)) client.once('end', () => this.#open.delete(client));
    this.#open.set(client, lineage);
  }

  async #hasFurthest(client: ClientBase): Promise<boolean> {
    return this.#read === undefined || hasHead(client, this.#read);
  }
}
