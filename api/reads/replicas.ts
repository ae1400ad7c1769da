import pg, { type Pool } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { isComparable } from '#/ledger/event-store.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import { repeat } from '#/ledger/concurrency/repeat.ts';
import { within } from '#/ledger/concurrency/within.ts';
import { failTooSlow, Replica, TooSlow } from './replica.ts';
import { closeSnapshot, inSeries, type Snapshot } from './snapshot.ts';

export interface Fresh<Value> {
  readonly value: Value;
  /** The value contains all events up to this position. */
  readonly position: string;
}

/** Streaming replicas of the database, which may answer reads. */
export interface Replicas {
  /**
   * Reads the named read models from the next healthy replica, in one snapshot, and returns that snapshot's position. Undefined when the
   * primary must answer: there is no healthy replica, or the replica in turn has not reached `after`, is too slow, or fails.
   */
  readonly read: <Value>(
    names: readonly string[],
    after: string | undefined,
    read: (snapshot: Queryable) => Promise<Value>,
  ) => Promise<Fresh<Value> | undefined>;
  /** Returns all replicas by name, with the reason why each is excluded; undefined while it is used. */
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

const ANSWER_MS = 1_500;
/** A replica is excluded if it lacks events that the primary had this many ticks ago. */
const BEHIND_TICKS = 2;

const STOP_MS = 2_000;

/** True for errors that the replica may have caused, and that the primary may not have. */
const isOfReplica = (error: unknown): boolean =>
  error instanceof TooSlow || error instanceof pg.DatabaseError || isDatabaseAway(error);

const earliestOf = (positions: readonly string[]): string =>
  positions.reduce((first, each) => (each < first ? each : first));

/** Uses the replicas in turn. Each is excluded until its first successful check, so the start waits for none. */
class RoundRobin implements Replicas {
  readonly #options: ReplicasOptions;
  readonly #answerMs: number;
  readonly #replicas: readonly Replica[];
  /** Positions of the primary at the last ticks, oldest first. */
  readonly #positionsAtTicks: ReadonlyMap<string, string>[] = [];
  readonly #endTicking: () => void;
  /** Number of reads so far; decides which replica comes next. */
  #reads = 0;

  constructor(options: ReplicasOptions) {
    const { urls, primary, projections, logger, answerMs = ANSWER_MS, tickMs = 1_000 } = options;
    this.#options = options;
    this.#answerMs = answerMs;
    const shared = {
      primary,
      logger,
      answerMs,
      names: () => [...projections.positions().keys()],
      expectedPosition: (name: string) => this.#expectedPosition(name),
    };
    this.#replicas = urls.map(
      (url, index) => new Replica({ ...shared, url, name: `replica-${index + 1}` }),
    );
    this.#endTicking = repeat(tickMs, () => this.#tick());
  }

  async read<Value>(
    names: readonly string[],
    after: string | undefined,
    read: (snapshot: Queryable) => Promise<Value>,
  ): Promise<Fresh<Value> | undefined> {
    const { readModelReads } = this.#options.metrics;
    for (const replica of this.#inOrder()) {
      const snapshot = await replica.open(names);
      if (snapshot === undefined) continue;
      const fresh = await this.#readFrom(snapshot, after, read);
      if (fresh === undefined) break;
      readModelReads.inc({ place: replica.name });
      return fresh;
    }
    readModelReads.inc({ place: 'primary' });
    return undefined;
  }

  listExcluded() {
    return new Map(this.#replicas.map(({ name, excluded }) => [name, excluded]));
  }

  async stop(): Promise<void> {
    this.#endTicking();
    const closed = Promise.all(this.#replicas.map((replica) => replica.close()));
    // A hanging connection does not even close.
    await within(STOP_MS, closed, failTooSlow).catch(() => undefined);
  }

  /** Reads in a snapshot and closes it. @returns undefined when the primary must answer */
  async #readFrom<Value>(
    snapshot: Snapshot,
    after: string | undefined,
    read: (snapshot: Queryable) => Promise<Value>,
  ): Promise<Fresh<Value> | undefined> {
    const position = earliestOf(snapshot.live.map((each) => each.position));
    if (after !== undefined && isComparable(after, position) && position < after) {
      closeSnapshot(snapshot);
      return undefined;
    }
    try {
      const value = await within(this.#answerMs, read(inSeries(snapshot.client)), failTooSlow);
      closeSnapshot(snapshot);
      return { value, position };
    } catch (error) {
      if (!isOfReplica(error)) {
        closeSnapshot(snapshot);
        throw error;
      }
      // A slow query alone does not exclude a replica; the next read notices an unhealthy one.
      snapshot.client.release(true);
      return undefined;
    }
  }

  /** Returns the replicas in use, rotated so that each comes first equally often. */
  #inOrder(): readonly Replica[] {
    const used = this.#replicas.filter(({ excluded }) => excluded === undefined);
    const first = used.length === 0 ? 0 : this.#reads % used.length;
    this.#reads += 1;
    return [...used.slice(first), ...used.slice(0, first)];
  }

  /** Returns the position that the primary had a few ticks ago; `''` while it is not known for so long. */
  #expectedPosition(name: string): string {
    const isKnown = this.#positionsAtTicks.length > BEHIND_TICKS;
    return (isKnown && this.#positionsAtTicks[0]?.get(name)) || '';
  }

  #tick(): void {
    this.#positionsAtTicks.push(this.#options.projections.positions());
    if (this.#positionsAtTicks.length > BEHIND_TICKS + 1) this.#positionsAtTicks.shift();
    for (const replica of this.#replicas) replica.tick();
  }
}

/**
 * Creates a reader that uses the replicas in turn. A replica that is away, some seconds behind, or a copy of another database or of a
 * former server is excluded, and checked again in the background; no read fails because of it. A slow query alone excludes none: the
 * primary answers it. Without replicas the primary answers everything.
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
