import pg, { type Pool } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { isComparable } from '#/ledger/event-store.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import { within } from '#/ledger/concurrency/within.ts';
import { hasOtherLog } from './other-log.ts';
import { closeSnapshot, inSeries, openSnapshot, type Snapshot } from './snapshot.ts';

export interface Fresh<Value> {
  readonly value: Value;
  /** The value contains all events up to this position. */
  readonly position: string;
}

/** Streaming replicas of the database, which may answer reads. */
export interface Replicas {
  /**
   * Reads the named read models from the next replica, in one snapshot, and returns that snapshot's position. Undefined when
   * the primary must answer: no replica, none healthy, or this one has not reached `after`.
   */
  readonly read: <Value>(
    names: readonly string[],
    after: string | undefined,
    read: (snapshot: Queryable) => Promise<Value>,
  ) => Promise<Fresh<Value> | undefined>;
  /** Returns all replicas by name, with the reason why each is skipped; undefined while it is used. */
  readonly listExcluded: () => ReadonlyMap<string, string | undefined>;
  readonly stop: () => Promise<void>;
}

export interface ReplicasOptions {
  readonly urls: readonly string[];
  readonly primary: Pool;
  readonly projections: Pick<RunningProjections, 'positions'>;
  readonly metrics: Pick<Metrics, 'readModelReads'>;
  readonly logger: Logger;
  /** Interval of checks, and unit of the limits for replicas that are away or behind, in milliseconds (default 1,000). */
  readonly tickMs?: number;
  /**
   * Time for a replica's answer, in milliseconds (default 1,500). Slower reads go to the primary, which has the rest of the
   * caller's deadline.
   */
  readonly answerMs?: number;
}

interface Replica {
  /** Name in metrics, log and `/readyz`. */
  readonly name: string;
  readonly pool: Pool;
  /** Reason why the replica is skipped; undefined while it is used. */
  excluded: string | undefined;
  /** Its log is being compared with the primary's. */
  isCompared: boolean;
  /** Ticks since it was last checked, while skipped. */
  ticksExcluded: number;
}

/** Time for a replica to report its position; a slower one is skipped. */
const SAY_MS = 1_000;
const ANSWER_MS = 1_500;
/** A replica is skipped if it lacks events that the primary had this many ticks ago. */
const BEHIND_TICKS = 2;
/** A skipped replica is checked again after this many ticks, in the background. */
const REST_TICKS = 5;

const STOP_MS = 2_000;

const OTHER = 'a copy of another database';

/** Identity of cluster and database; a streaming replica shares it with its primary. */
const IDENTITY = `SELECT system_identifier || '/' || current_database() AS identity
  FROM pg_control_system()`;

class TooSlow extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'TooSlow';
  }
}

const tooSlow = (): never => {
  throw new TooSlow();
};

/** True for errors that the replica may have caused, and that the primary may not have. */
const isOfReplica = (error: unknown): boolean =>
  error instanceof TooSlow || error instanceof pg.DatabaseError || isDatabaseAway(error);

const earliestOf = (positions: readonly string[]): string =>
  positions.reduce((first, each) => (each < first ? each : first));

const identityOf = async (pool: Pool): Promise<string | undefined> =>
  (await pool.query<{ identity: string }>(IDENTITY)).rows[0]?.identity;

const connect = (url: string, name: string, { logger, answerMs }: ReplicasOptions): Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: SAY_MS,
    // Ends queries that the caller no longer waits for, on the replica and on this connection.
    statement_timeout: answerMs ?? ANSWER_MS,
    query_timeout: answerMs ?? ANSWER_MS,
    keepAlive: true,
  });
  pool.on('error', (error) => logger.warn({ replica: name, err: error }, 'a connection broke'));
  // Errors of connections in use: the next query reports them.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** Uses the replicas in turn. Each is skipped until its first successful check, so the start waits for none. */
class RoundRobin implements Replicas {
  readonly #options: ReplicasOptions;
  readonly #replicas: readonly Replica[];
  /** Positions of the primary at the last ticks, oldest first. */
  readonly #passed: ReadonlyMap<string, string>[] = [];
  readonly #ticking: NodeJS.Timeout;
  #turn = 0;

  constructor(options: ReplicasOptions) {
    const { urls, tickMs = 1_000 } = options;
    this.#options = options;
    this.#replicas = urls.map((url, index): Replica => {
      const name = `replica-${index + 1}`;
      return {
        name,
        pool: connect(url, name, options),
        excluded: 'not seen yet',
        isCompared: false,
        ticksExcluded: 0,
      };
    });
    for (const each of this.#replicas) void this.#probe(each);
    this.#ticking = setInterval(() => this.#tick(), tickMs).unref();
  }

  async read<Value>(
    names: readonly string[],
    after: string | undefined,
    read: (snapshot: Queryable) => Promise<Value>,
  ): Promise<Fresh<Value> | undefined> {
    const { metrics, answerMs = ANSWER_MS } = this.#options;
    const { readModelReads } = metrics;
    for (const replica of this.#inOrder()) {
      const snapshot = await this.#open(replica, names);
      if (snapshot === undefined) continue;
      const position = earliestOf(snapshot.live.map((each) => each.position));
      if (after !== undefined && isComparable(after, position) && position < after) {
        closeSnapshot(snapshot);
        break;
      }
      try {
        const value = await within(answerMs, read(inSeries(snapshot.client)), tooSlow);
        closeSnapshot(snapshot);
        readModelReads.inc({ place: replica.name });
        return { value, position };
      } catch (error) {
        if (!isOfReplica(error)) {
          closeSnapshot(snapshot);
          throw error;
        }
        // A slow query alone does not exclude a replica; the next read notices an unhealthy one.
        snapshot.client.release(true);
        break;
      }
    }
    readModelReads.inc({ place: 'primary' });
    return undefined;
  }

  listExcluded() {
    return new Map(this.#replicas.map(({ name, excluded }) => [name, excluded]));
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticking);
    const ended = Promise.all(this.#replicas.map(({ pool }) => pool.end()));
    // A hanging connection does not even close.
    await within(STOP_MS, ended, tooSlow).catch(() => undefined);
  }

  /** Returns the healthy replicas, rotated so that each comes first equally often. */
  #inOrder(): readonly Replica[] {
    const well = this.#replicas.filter(({ excluded }) => excluded === undefined);
    const first = well.length === 0 ? 0 : this.#turn % well.length;
    this.#turn += 1;
    return [...well.slice(first), ...well.slice(0, first)];
  }

  /** Opens a snapshot on a replica; if it fails or is behind, excludes the replica and returns undefined. */
  async #open(replica: Replica, names: readonly string[]): Promise<Snapshot | undefined> {
    const opening = openSnapshot(replica.pool, names);
    try {
      const snapshot = await within(SAY_MS, opening, tooSlow);
      const isNear = names.every((name) => {
        const position = snapshot.live.find((each) => each.name === name)?.position;
        return position !== undefined && position >= this.#expectedPositionOf(name);
      });
      if (isNear) return snapshot;
      closeSnapshot(snapshot);
      this.#exclude(replica, 'behind');
    } catch (error) {
      // Closes a snapshot that opens too late.
      opening.then(closeSnapshot, () => undefined);
      this.#exclude(replica, 'away', error);
    }
    return undefined;
  }

  /** Returns the position that the primary had a few ticks ago, and that every replica must have reached. */
  #expectedPositionOf(name: string): string {
    return (this.#passed.length > BEHIND_TICKS && this.#passed[0]?.get(name)) || '';
  }

  #exclude(replica: Replica, reason: string, error?: unknown): void {
    const isNews = replica.excluded !== reason;
    replica.excluded = reason;
    replica.ticksExcluded = 0;
    if (!isNews) return;
    const about = { replica: replica.name, reason, ...(error !== undefined && { err: error }) };
    this.#options.logger.warn(about, 'a replica is left out');
  }

  #tick(): void {
    this.#passed.push(this.#options.projections.positions());
    if (this.#passed.length > BEHIND_TICKS + 1) this.#passed.shift();
    for (const replica of this.#replicas) {
      if (replica.excluded === undefined) {
        void this.#compare(replica);
        continue;
      }
      replica.ticksExcluded += 1;
      if (replica.ticksExcluded % REST_TICKS === 0) void this.#probe(replica);
    }
  }

  /** Excludes a replica that follows a server which was replaced: such a replica neither fails nor is late. */
  async #compare(replica: Replica): Promise<void> {
    if (replica.isCompared) return;
    replica.isCompared = true;
    try {
      if (await hasOtherLog(this.#options.primary, replica.pool)) this.#exclude(replica, OTHER);
    } catch {
      // A read finds out which of the two is away.
    }
    replica.isCompared = false;
  }

  /** Checks whether a skipped replica can be used again. */
  async #probe(replica: Replica): Promise<void> {
    const { primary, projections, logger } = this.#options;
    try {
      const identities = Promise.all([identityOf(primary), identityOf(replica.pool)]);
      const [ours, theirs] = await within(2 * SAY_MS, identities, tooSlow);
      const compared = hasOtherLog(primary, replica.pool);
      if (ours !== theirs || (await within(2 * SAY_MS, compared, tooSlow))) {
        this.#exclude(replica, OTHER);
        return;
      }
    } catch (error) {
      this.#exclude(replica, 'away', error);
      return;
    }
    const snapshot = await this.#open(replica, [...projections.positions().keys()]);
    if (snapshot === undefined) return;
    closeSnapshot(snapshot);
    replica.excluded = undefined;
    logger.info({ replica: replica.name }, 'a replica answers reads');
  }
}

/**
 * Creates a reader that uses the replicas in turn. A replica that is away, slow, some seconds behind, a copy of another database or
 * of a former server is skipped, and checked again in the background; no read fails because of it. Without replicas the primary
 * answers everything.
 */
export const createReplicas = (options: ReplicasOptions): Replicas => {
  if (options.urls.length > 0) return new RoundRobin(options);
  return {
    read: async () => {
      options.metrics.readModelReads.inc({ place: 'primary' });
      return undefined;
    },
    listExcluded: () => new Map(),
    stop: async () => undefined,
  };
};
