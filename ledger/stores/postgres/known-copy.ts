import pg, { type ClientBase } from 'pg';
import { LogRewound, StoreAway, type Recorded } from '#/ledger/event-store.ts';
import type { OneCopy } from '#/ledger/database/one-copy.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { hasHead, readLineage, type SeenEvent } from './log-tables.ts';
import { dropSession } from './session.ts';

/** Stands for the copy of a connection whose copy was not read yet. */
const UNKNOWN = '';

/** The copy of the log that this process uses. After a failover, connections may still lead to the former copy. */
export class KnownCopy implements OneCopy {
  /** The lineage of the copy to which each open connection leads. */
  readonly #open = new Map<pg.Client, string>();
  #onOther: (cause: StoreAway) => void = () => undefined;
  #lineage = UNKNOWN;
  #rewinds = 0;
  #furthestSeen: SeenEvent | undefined;

  get lineage(): string {
    return this.#lineage;
  }

  /** @param onOther called when a connection led to another copy than the writer's */
  onOtherCopy(onOther: (cause: StoreAway) => void): void {
    this.#onOther = onOther;
  }

  /** Drops connections to another copy. */
  noteConnected(lineage: string, isRewound: boolean): void {
    this.#lineage = lineage;
    if (isRewound) {
      this.#rewinds += 1;
      this.#furthestSeen = undefined;
    }
    // A log that lost its newest events counts as another copy, even under the same name.
    for (const [client, copy] of this.#open) if (isRewound || copy !== lineage) dropSession(client);
  }

  openPool(config: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool(config);
    pool.on('connect', (client) => client.on('error', () => undefined));
    this.follow(pool);
    return pool;
  }

  /**
   * Keeps a pool on the server that the writer is connected to: it opens no connection to another copy. When the writer changes to
   * another copy, open connections are cut off, and the queries that run on them fail.
   */
  follow(pool: pg.Pool): void {
    // A connection that was opened before this call is not checked; once it is used, it is cut off with the others.
    pool.on('acquire', (client) => this.#track(client, this.#open.get(client) ?? UNKNOWN));
    pool.options.verify = (client, done) => void this.requireSame(client).then(() => done(), done);
  }

  /**
   * Checks that a connection leads to the copy of the log that this process uses. If not, calls `onOther`: the copy in use may
   * have been replaced, so the writer's connection must be opened again.
   * @throws StoreAway when it leads to another copy
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
   * Call this before a read of the log, and the returned function with the events read: it notes them, and returns them.
   * @throws LogRewound from the returned function, if the log has lost its newest events in between
   */
  beginRead(): (events: readonly Recorded[]) => readonly Recorded[] {
    const rewinds = this.#rewinds;
    return (events) => {
      if (this.#rewinds !== rewinds) throw new LogRewound();
      this.note(events);
      return events;
    };
  }

  /** @param events in their order, read or written just now */
  note(events: readonly Recorded[]): void {
    const last = events.at(-1);
    if (last?.hash === undefined) return;
    const ordinal = ordinalOf(last.position);
    if (ordinal > (this.#furthestSeen?.ordinal ?? 0))
      this.#furthestSeen = { ordinal, hash: last.hash };
  }

  laterOf(event: SeenEvent): SeenEvent {
    return this.#furthestSeen !== undefined && this.#furthestSeen.ordinal > event.ordinal
      ? this.#furthestSeen
      : event;
  }

  #track(client: pg.Client, lineage: string): void {
    if (!this.#open.has(client)) client.once('end', () => this.#open.delete(client));
    this.#open.set(client, lineage);
  }

  async #hasFurthest(client: ClientBase): Promise<boolean> {
    return this.#furthestSeen === undefined || hasHead(client, this.#furthestSeen);
  }
}
