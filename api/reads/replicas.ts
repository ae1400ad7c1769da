import pg, { type Pool } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { isComparable } from '#/ledger/event-store.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { earliestOf } from '#/projections/engine/run/catch-up.ts';
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

export interface Replicas {
  /** Reads in one snapshot of the next healthy replica. Undefined when the primary must answer. */
  readonly read: <Value>(
    names: readonly string[],
    after: string | undefined,
    read: (snapshot: Queryable) => Promise<Value>,
  ) => Promise<Fresh<Value> | undefined>;
  /** Why each replica is excluded, by its name; undefined = it is used. */
  readonly listExcluded: () => ReadonlyMap<string, string | undefined>;
  readonly stop: () => Promise<void>;
}

export interface ReplicasOptions {
  readonly urls: readonly string[];
  readonly primary: Pool;
  readonly projections: Pick<RunningProjections, 'positions'>;
  readonly metrics: Pick<Metrics, 'readModelReads'>;
  readonly logger: Logger;
  /** Milliseconds between checks (default 1,000). */
  readonly tickMs?: number;
  /** Milliseconds that a replica has to answer (default 1,500); slower reads go to the primary. */
  readonly answerMs?: number;
}

const ANSWER_MS = 1_500;
/** A replica is excluded if it lacks events that the primary had this many ticks ago. */
const BEHIND_TICKS = 2;

const STOP_MS = 2_000;

/** True for an error of the replica, which the primary may not have. */
const isOfReplica = (error: unknown): boolean =>
  error instanceof TooSlow || error instanceof pg.DatabaseError || isDatabaseAway(error);

/** Each replica is excluded until its first check, so that the start of the process waits for no replica. */
class RoundRobin implements Replicas {
  readonly #options: ReplicasOptions;
  readonly #answerMs: number;
  readonly #replicas: readonly Replica[];
  /** Positions of the primary at the last ticks, oldest first. */
  readonly #positionsAtTicks: ReadonlyMap<string, string>[] = [];
  readonly #endTicking: () => void;
  /** Decides which replica comes next. */
  #reads = 0;

  constructor(options: ReplicasOptions) {
    const { urls, primary, projections, logger, answerMs = ANSWER_MS, tickMs = 1_000 } = options;
    this.#options = options;
    this.#answerMs = answerMs;
    const shared = {
      primary,
      logger,
      answerMs,
      listReadModels: () => [...projections.positions().keys()],
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
    // A connection that hangs does not close either.
    await within(STOP_MS, closed, failTooSlow).catch(() => undefined);
  }

  /** @returns undefined when the primary must answer */
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
      // A slow query alone does not exclude a replica.
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

  /** The position that the primary had a few ticks ago; `''` while that is not known. */
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

/** Uses the replicas in turn; unfit ones are excluded and checked again. */
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
