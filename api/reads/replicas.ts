import pg, { type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway } from '#/ledger/database-away.ts';
import { isComparable } from '#/ledger/event-store.ts';
import { readLive, type Checkpoint } from '#/projections/engine/run/checkpoints.ts';
import type { Reader } from '#/projections/engine/define/page.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import { within } from '#/ledger/within.ts';

export interface Fresh<Value> {
  readonly value: Value;
  /** What is read contains everything up to here. */
  readonly position: string;
}

/** Copies of the database by streaming replication, of which any may answer what only reads. */
export interface Replicas {
  /**
   * What the replica whose turn it is says of the named read models, all of one moment, and that moment's position.
   * Undefined when the primary must be asked: there is no replica, or none well, or this one has not come to `after` yet.
   */
  readonly read: <Value>(
    names: readonly string[],
    after: string | undefined,
    read: (snapshot: Reader) => Promise<Value>,
  ) => Promise<Fresh<Value> | undefined>;
  /** Those that are stepped over for now, by name, and why. */
  readonly leftOut: () => ReadonlyMap<string, string | undefined>;
  readonly stop: () => Promise<void>;
}

export interface ReplicasOptions {
  readonly urls: readonly string[];
  readonly primary: Pool;
  readonly projections: Pick<RunningProjections, 'positions'>;
  readonly metrics: Pick<Metrics, 'readModelReads'>;
  readonly logger: Logger;
  /** The measure of all patience with replicas that are away or behind (1,000). */
  readonly tickMs?: number;
  /**
   * How long a replica may take to answer (1,500). What takes longer is asked of the primary, which still has the rest of
   * the caller's patience.
   */
  readonly answerMs?: number;
}

interface Replica {
  /** As metrics, log and `/readyz` call it. */
  readonly name: string;
  readonly pool: Pool;
  /** Why it is not asked; undefined while it is. */
  leftOut: string | undefined;
  /** Ticks since it was looked at, while it is left out. */
  rested: number;
}

/** How long a replica may take to say how far it is: who is slower in this is left out. */
const SAY_MS = 1_000;
const ANSWER_MS = 1_500;
/** A replica that does not have what the primary had so many ticks ago is left out. */
const BEHIND_TICKS = 2;
/** One that was left out is looked at again after so many ticks, and not by a request that somebody waits for. */
const REST_TICKS = 5;

const STOP_MS = 2_000;

/** The same cluster and the same database, which a copy byte by byte has in common with its original. */
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

/** The replica's fault, or at least nothing of which the primary would not know better. */
const isOfReplica = (error: unknown): boolean =>
  error instanceof TooSlow || error instanceof pg.DatabaseError || isDatabaseAway(error);

const earliest = (positions: readonly string[]): string =>
  positions.reduce((first, each) => (each < first ? each : first));

const identityOf = async (pool: Pool): Promise<string | undefined> =>
  (await pool.query<{ identity: string }>(IDENTITY)).rows[0]?.identity;

/** One moment of a database, on a connection that nobody else has until it is closed. */
interface Snapshot {
  readonly live: readonly Checkpoint[];
  readonly client: PoolClient;
}

/** Two round trips, of which the second makes the snapshot. */
const openSnapshot = async (pool: Pool, names: readonly string[]): Promise<Snapshot> => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return { client, live: await readLive(client, names) };
  } catch (error) {
    client.release(true);
    throw error;
  }
};

/** Nobody waits for it. */
const closeSnapshot = ({ client }: Snapshot): void => {
  client.query('COMMIT').then(
    () => client.release(),
    () => client.release(true),
  );
};

/** Questions that are asked at once wait for each other, since a connection takes one at a time. */
const inSeries = (client: PoolClient): Reader => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: (question) => {
      const answer = last.then(() => client.query(question));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
};

const connect = (url: string, name: string, { logger, answerMs }: ReplicasOptions): Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: SAY_MS,
    // What nobody waits for any more shall neither go on over there nor hold a connection here.
    statement_timeout: answerMs ?? ANSWER_MS,
    query_timeout: answerMs ?? ANSWER_MS,
    keepAlive: true,
  });
  pool.on('error', (error) => logger.warn({ replica: name, err: error }, 'a connection broke'));
  // The same while it is used: whoever asks next finds out.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** Asks them in turn. Each is left out until it was found well once, so a start waits for none. */
class Circle implements Replicas {
  readonly #options: ReplicasOptions;
  readonly #replicas: readonly Replica[];
  /** Where the primary was at the last ticks, the oldest first. */
  readonly #passed: ReadonlyMap<string, string>[] = [];
  readonly #ticking: NodeJS.Timeout;
  #turn = 0;

  constructor(options: ReplicasOptions) {
    const { urls, tickMs = 1_000 } = options;
    this.#options = options;
    this.#replicas = urls.map((url, index): Replica => {
      const name = `replica-${index + 1}`;
      return { name, pool: connect(url, name, options), leftOut: 'not seen yet', rested: 0 };
    });
    for (const each of this.#replicas) void this.#visit(each);
    this.#ticking = setInterval(() => this.#tick(), tickMs).unref();
  }

  async read<Value>(
    names: readonly string[],
    after: string | undefined,
    read: (snapshot: Reader) => Promise<Value>,
  ): Promise<Fresh<Value> | undefined> {
    const { metrics, answerMs = ANSWER_MS } = this.#options;
    const { readModelReads } = metrics;
    for (const replica of this.#inTurn()) {
      const snapshot = await this.#look(replica, names);
      if (snapshot === undefined) continue;
      const position = earliest(snapshot.live.map((each) => each.position));
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
        // A heavy question is no reason to leave a replica out; one that is not well shows at the next read.
        snapshot.client.release(true);
        break;
      }
    }
    readModelReads.inc({ place: 'primary' });
    return undefined;
  }

  leftOut() {
    return new Map(this.#replicas.map(({ name, leftOut }) => [name, leftOut]));
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticking);
    const ended = Promise.all(this.#replicas.map(({ pool }) => pool.end()));
    // One that hangs does not even let go.
    await within(STOP_MS, ended, tooSlow).catch(() => undefined);
  }

  /** Those that are well, each first as often as every other. */
  #inTurn(): readonly Replica[] {
    const well = this.#replicas.filter(({ leftOut }) => leftOut === undefined);
    const first = well.length === 0 ? 0 : this.#turn % well.length;
    this.#turn += 1;
    return [...well.slice(first), ...well.slice(0, first)];
  }

  /** Undefined when it cannot be asked now; then it is left out from here on. */
  async #look(replica: Replica, names: readonly string[]): Promise<Snapshot | undefined> {
    const opening = openSnapshot(replica.pool, names);
    try {
      const snapshot = await within(SAY_MS, opening, tooSlow);
      const isNear = names.every((name) => {
        const position = snapshot.live.find((each) => each.name === name)?.position;
        return position !== undefined && position >= this.#expected(name);
      });
      if (isNear) return snapshot;
      closeSnapshot(snapshot);
      this.#leaveOut(replica, 'behind');
    } catch (error) {
      // One that comes too late.
      opening.then(closeSnapshot, () => undefined);
      this.#leaveOut(replica, 'away', error);
    }
    return undefined;
  }

  /** What the primary had a while ago, and every replica must have by now. */
  #expected(name: string): string {
    return (this.#passed.length > BEHIND_TICKS && this.#passed[0]?.get(name)) || '';
  }

  #leaveOut(replica: Replica, reason: string, error?: unknown): void {
    const isNews = replica.leftOut !== reason;
    replica.leftOut = reason;
    replica.rested = 0;
    if (!isNews) return;
    const about = { replica: replica.name, reason, ...(error !== undefined && { err: error }) };
    this.#options.logger.warn(about, 'a replica is left out');
  }

  #tick(): void {
    this.#passed.push(this.#options.projections.positions());
    if (this.#passed.length > BEHIND_TICKS + 1) this.#passed.shift();
    for (const replica of this.#replicas) {
      if (replica.leftOut === undefined) continue;
      replica.rested += 1;
      if (replica.rested % REST_TICKS === 0) void this.#visit(replica);
    }
  }

  /** Looks whether it can be asked again. */
  async #visit(replica: Replica): Promise<void> {
    const { primary, projections, logger } = this.#options;
    try {
      const identities = Promise.all([identityOf(primary), identityOf(replica.pool)]);
      const [ours, theirs] = await within(2 * SAY_MS, identities, tooSlow);
      if (ours !== theirs) {
        this.#leaveOut(replica, 'a copy of another database');
        return;
      }
    } catch (error) {
      this.#leaveOut(replica, 'away', error);
      return;
    }
    const snapshot = await this.#look(replica, [...projections.positions().keys()]);
    if (snapshot === undefined) return;
    closeSnapshot(snapshot);
    replica.leftOut = undefined;
    logger.info({ replica: replica.name }, 'a replica answers reads');
  }
}

/**
 * Reads from replicas in turn. One that is away, slow, another database or some seconds behind is stepped over and looked
 * at again in the background; nobody's read fails for it. Without any, nothing is asked and the primary answers.
 */
export const createReplicas = (options: ReplicasOptions): Replicas => {
  if (options.urls.length > 0) return new Circle(options);
  return {
    read: async () => {
      options.metrics.readModelReads.inc({ place: 'primary' });
      return undefined;
    },
    leftOut: () => new Map(),
    stop: async () => undefined,
  };
};
