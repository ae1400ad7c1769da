import pg, { type ClientBase } from 'pg';
import { LogRewound, StoreAway, type Recorded } from '#/ledger/event-store.ts';
import type { OneCopy } from '#/ledger/database/one-copy.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { hasHead, readLineage, type SeenEvent } from './log-tables.ts';
import { dropSession } from './session.ts';

/** The copy of a connection that was not looked up yet. */
const UNKNOWN = '';

/**
 * The copy of the log that this process uses: its lineage, and the furthest event that this process has read or written. All
 * connections that are tracked here must lead to this copy: after a failover, some may still lead to the former copy, as long as its
 * server answers. The object is made before the first connection, and accepts any copy until the writer of the log is connected.
 */
export class KnownCopy implements OneCopy {
  /** Open connections, and the copy that each leads to. */
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

  /** Call when the writer has connected: its copy is now the one to use, and connections to another copy are dropped. */
  noteConnected(lineage: string, isRewound: boolean): void {
    this.#lineage = lineage;
    if (isRewound) {
      this.#rewinds += 1;
      this.#furthestSeen = undefined;
    }
    // A log that lost its newest events is another copy, too, even under the same name, as after a restore of a disk.
    for (const [client, its] of this.#open) if (isRewound || its !== lineage) dropSession(client);
  }

  /** Opens a pool whose connections all lead to this copy. */
  openPool(config: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool(config);
    pool.on('connect', (client) => client.on('error', () => undefined));
    this.follow(pool);
    return pool;
  }

  /**
   * Makes every connection of a pool lead to this copy. When another copy takes over, the connections are replaced, and their
   * running queries fail like those of a lost connection.
   */
  follow(pool: pg.Pool): void {
    // A connection that was opened before this call is tracked once it is used.
    pool.on('acquire', (client) => this.#track(client, this.#open.get(client) ?? UNKNOWN));
    pool.options.verify = (client, done) => void this.requireSame(client).then(() => done(), done);
  }

  /**
   * Checks, before a new connection reads, that it leads to this copy. If it does not, the writer's connection may still lead to
   * the former copy, so `onOther` is called. When another copy takes over later, the connection is dropped.
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
   * Call before a read of the log.
   * @returns a function that notes the events which the read has returned, whichever process wrote them
   * @throws LogRewound from that function, once the log has lost its newest events since the read began
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
    if (ordinal > (this.#furthestSeen?.ordinal ?? 0))
      this.#furthestSeen = { ordinal, hash: last.hash };
  }

  /** Returns the later one of this event and the furthest event that was read or written. */
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
