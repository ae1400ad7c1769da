import pg, { type Pool } from 'pg';
import type { Logger } from 'pino';
import { within } from '#/ledger/concurrency/within.ts';
import { hasOtherLog } from './other-log.ts';
import { closeSnapshot, openSnapshot, type Snapshot } from './snapshot.ts';

/** Time for a replica to report its position. */
const REPORT_MS = 1_000;
/** An excluded replica is checked again after this many ticks. */
const REST_TICKS = 5;

const OTHER = 'a copy of another database';

/** Identity of cluster and database; a streaming replica shares it with its primary. */
const IDENTITY = `SELECT system_identifier || '/' || current_database() AS identity
  FROM pg_control_system()`;

export class TooSlow extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'TooSlow';
  }
}

export const failTooSlow = (): never => {
  throw new TooSlow();
};

const readIdentity = async (pool: Pool): Promise<string | undefined> =>
  (await pool.query<{ identity: string }>(IDENTITY)).rows[0]?.identity;

export interface ReplicaOptions {
  readonly url: string;
  /** Name in metrics, log and `/readyz`. */
  readonly name: string;
  readonly primary: Pool;
  /** The names of the read models that a replica must have. */
  readonly listReadModels: () => readonly string[];
  /** The position of a read model that a replica must have reached by now. */
  readonly expectedPosition: (name: string) => string;
  /** Longest time of a query. */
  readonly answerMs: number;
  readonly logger: Logger;
}

/** A replica of the database. It is excluded until a check finds it fit. */
export class Replica {
  readonly name: string;
  readonly #options: ReplicaOptions;
  readonly #pool: Pool;
  /** Undefined while the replica is used. `ticks` = ticks since the replica was last found unfit. */
  #exclusion: { readonly reason: string; ticks: number } | undefined = {
    reason: 'not seen yet',
    ticks: 0,
  };
  #isComparingEventLogs = false;

  constructor(options: ReplicaOptions) {
    this.name = options.name;
    this.#options = options;
    this.#pool = this.#connect();
    void this.#check();
  }

  get excluded(): string | undefined {
    return this.#exclusion?.reason;
  }

  /** Opens a snapshot; excludes the replica if that fails or the replica is behind. */
  async open(readModels: readonly string[]): Promise<Snapshot | undefined> {
    const opening = openSnapshot(this.#pool, readModels);
    try {
      const snapshot = await within(REPORT_MS, opening, failTooSlow);
      const isUpToDate = readModels.every((name) => {
        const position = snapshot.live.find((each) => each.name === name)?.position;
        return position !== undefined && position >= this.#options.expectedPosition(name);
      });
      if (isUpToDate) return snapshot;
      closeSnapshot(snapshot);
      this.#exclude('behind');
    } catch (error) {
      // Closes a snapshot that opens too late.
      opening.then(closeSnapshot, () => undefined);
      this.#exclude('away', error);
    }
    return undefined;
  }

  /** Called at regular intervals; checks in the background. */
  tick(): void {
    if (this.#exclusion === undefined) {
      void this.#compareEventLogs();
      return;
    }
    this.#exclusion.ticks += 1;
    if (this.#exclusion.ticks % REST_TICKS === 0) void this.#check();
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #connect(): Pool {
    const { url, name, answerMs, logger } = this.#options;
    const pool = new pg.Pool({
      connectionString: url,
      max: 20,
      connectionTimeoutMillis: REPORT_MS,
      // Ends queries that the caller no longer waits for, on the replica and on this connection.
      statement_timeout: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    });
    pool.on('error', (error) => logger.warn({ replica: name, err: error }, 'a connection broke'));
    // Errors of connections in use: the next query reports them.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  #exclude(reason: string, error?: unknown): void {
    const isNews = this.#exclusion?.reason !== reason;
    this.#exclusion = { reason, ticks: 0 };
    if (!isNews) return;
    const about = { replica: this.name, reason, ...(error !== undefined && { err: error }) };
    this.#options.logger.warn(about, 'a replica is left out');
  }

  /** Excludes a replica that follows a server we no longer use, by its event log: such a replica neither fails nor is late. */
  async #compareEventLogs(): Promise<void> {
    if (this.#isComparingEventLogs) return;
    this.#isComparingEventLogs = true;
    try {
      if (await hasOtherLog(this.#options.primary, this.#pool)) this.#exclude(OTHER);
    } catch {
      // The next read finds out which server does not answer.
    }
    this.#isComparingEventLogs = false;
  }

  async #isCopyOfPrimary(): Promise<boolean> {
    const { primary } = this.#options;
    const identities = Promise.all([readIdentity(primary), readIdentity(this.#pool)]);
    const [ours, theirs] = await within(2 * REPORT_MS, identities, failTooSlow);
    if (ours !== theirs) return false;
    return !(await within(2 * REPORT_MS, hasOtherLog(primary, this.#pool), failTooSlow));
  }

  async #check(): Promise<void> {
    try {
      if (!(await this.#isCopyOfPrimary())) return this.#exclude(OTHER);
    } catch (error) {
      return this.#exclude('away', error);
    }
    const snapshot = await this.open(this.#options.listReadModels());
    if (snapshot === undefined) return;
    closeSnapshot(snapshot);
    this.#exclusion = undefined;
    this.#options.logger.info({ replica: this.name }, 'a replica answers reads');
  }
}
