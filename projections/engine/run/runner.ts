import type { Machine } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import {
  leadAlone,
  waitUntilTermEnds,
  type Leadership,
  type RunAsLeader,
} from '#/ledger/leases/leases.ts';
import type { Change, Projection } from '#/projections/engine/define/define-projection.ts';
import { Fenced } from './generation.ts';
import { LogFollower } from './log-follower.ts';
import { lagOf } from './lag.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { RebuildUnderWay, type Build, type Tables } from '#/projections/engine/tables/tables.ts';
import type { OpenFeed } from './change-feed.ts';
import type { ProjectionHealth } from './live-model.ts';
import { LiveModels } from './live-models.ts';
import { rebuildAfterLoss } from './lost-events.ts';

export interface ReadModelStores {
  readonly tables: Tables;
  readonly openFeed: OpenFeed;
  readonly build: Build;
}

export interface ProjectionsOptions extends ReadModelStores {
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  /** Called with the live updates for clients after each commit, of this or another process. */
  readonly changes?: (changes: readonly Change[]) => void;
  /** Called with a problem of one projection (`name`), or of all (null), as when the database cannot be reached. */
  readonly onProblem?: (name: string | null, error: unknown) => void;
  /** Called before a rebuild with the events that the log has lost. If it throws, it is called again. */
  readonly onLost?: (events: readonly EventRead[]) => Promise<void>;
  /** Decides which process applies events; by default, this one. */
  readonly lead?: RunAsLeader;
  readonly machine?: Machine;
}

type RunnerOptions = ProjectionsOptions & { readonly machine: Machine };

export interface RunningProjections {
  readonly positions: () => ReadonlyMap<string, Position | ''>;
  /** Resolves true also when positions cannot be compared; false after the timeout. */
  readonly waitFor: (
    position: Position,
    names: readonly string[],
    timeoutMs: number,
  ) => Promise<boolean>;
  /** Events that each projection is behind the head of the log, counted up to 10,000. */
  readonly lag: () => Promise<ReadonlyMap<string, number>>;
  readonly health: () => readonly ProjectionHealth[];
  /** Call it after a rebuild that this process ran. */
  readonly refresh: () => Promise<void>;
  /** Completes the running batch, then stops. */
  readonly stop: () => Promise<void>;
}

/** How often a process checks whether another has built the missing read models. */
const BUILD_POLL_MS = 200;

/** If two processes apply events at once, the compare-and-set of the checkpoint refuses one of them. */
class Runner implements RunningProjections {
  readonly #options: RunnerOptions;
  readonly #models: LiveModels;
  readonly #leadership: Leadership;
  #follower: LogFollower | undefined;
  /** Aborted when a read model gets another generation while this process applies no events. */
  #generationChanged = new AbortController();

  constructor(options: RunnerOptions, models: LiveModels) {
    this.#options = options;
    this.#models = models;
    this.#leadership = (options.lead ?? leadAlone)((term) => this.#lead(term));
  }

  positions() {
    return this.#models.positions();
  }

  waitFor(position: Position, names: readonly string[], timeoutMs: number): Promise<boolean> {
    return this.#models.waitFor(position, names, timeoutMs);
  }

  lag() {
    return lagOf(this.#options.store, this.positions());
  }

  health() {
    return this.#models.health();
  }

  refresh(): Promise<void> {
    return this.#models.refresh();
  }

  async stop(): Promise<void> {
    await this.#leadership.stop();
    await this.#models.close();
  }

  /** Applies events until the term ends, or another release of the program has rebuilt a read model. */
  async #lead(term: AbortSignal): Promise<void> {
    const models = this.#models;
    models.startLeading({
      onAdopted: (model) => {
        if (this.#follower === undefined) this.#generationChanged.abort(model.name);
        else this.#follower.add(model);
      },
      onSuperseded: () => this.#follower?.end(),
    });
    let failures = 0;
    try {
      while (!term.aborted) {
        try {
          await this.#adoptPositions(term, failures === 0);
          while (!term.aborted && !models.isSuperseded) {
            await this.#follow(term, () => (failures = 0));
          }
          return;
        } catch (error) {
          // A flip by a rebuild also causes `Fenced`, which is not a problem.
          if (!(error instanceof Fenced) && !term.aborted) this.#options.onProblem?.(null, error);
          await backOff(failures, { signal: term, machine: this.#options.machine });
          failures += 1;
        }
      }
    } finally {
      models.stopLeading();
    }
  }

  /** Adopts the positions of the checkpoints. `isBeginning`: also retries parked read models. */
  async #adoptPositions(term: AbortSignal, isBeginning: boolean): Promise<void> {
    const { tables } = this.#options;
    const models = this.#models;
    const lost = await rebuildAfterLoss(this.#options, term);
    await models.refresh();
    // The lock waits for a commit that is still running, from a lost connection or a frozen process.
    for (const checkpoint of await tables.liveSettled(models.names)) {
      const model = models.find(checkpoint.name);
      if (model === undefined || model.parked?.status === 'superseded') continue;
      if (checkpoint.generation !== model.generation.number) continue;
      const isMissed = checkpoint.position !== model.notifiedPosition;
      const isRetried = isBeginning && !lost.has(checkpoint.name);
      const { status, error } = checkpoint;
      if (isRetried && status === 'degraded') await tables.markLive(checkpoint);
      models.adopt(model, checkpoint);
      if (!isRetried && status === 'degraded') models.park(model, { status, error: error ?? '' });
      if (isMissed) models.resyncAllClients(model);
    }
  }

  async #follow(term: AbortSignal, onProgress: () => void): Promise<void> {
    const models = this.#models;
    const from = latestOf(models.active.map(({ generation }) => generation.position));
    if (from === undefined) {
      await waitUntilTermEnds(AbortSignal.any([term, this.#generationChanged.signal]));
      this.#generationChanged = new AbortController();
      return;
    }
    const { store, tables, machine, onProblem = () => undefined } = this.#options;
    const dependencies = { store, tables, machine, models, onProblem };
    this.#follower = new LogFollower(dependencies, from, term);
    try {
      await this.#follower.run(onProgress);
    } finally {
      this.#follower = undefined;
    }
  }
}

const latestOf = (positions: readonly (Position | '')[]): Position | '' | undefined =>
  positions.toSorted().at(-1);

/** One process builds; others wait. */
const buildMissing = async (options: RunnerOptions): Promise<void> => {
  const { store, tables, build, machine, projections } = options;
  const names = projections.map(({ name }) => name);
  for (;;) {
    const live = await tables.live(names);
    const missing = projections.filter(
      ({ name, version }) => !live.some((row) => row.name === name && row.version === version),
    );
    if (missing.length === 0) return;
    try {
      await build(store, missing);
    } catch (error) {
      if (!(error instanceof RebuildUnderWay)) throw error;
      await machine.pause(BUILD_POLL_MS);
    }
  }
};

/**
 * First builds read models that are missing or of another version. Then keeps them up with the log while this process leads (`lead`).
 * @throws as `Build`, except RebuildUnderWay, and errors of the connection
 */
export const startProjections = async (
  options: ProjectionsOptions,
): Promise<RunningProjections> => {
  const runnerOptions = { ...options, machine: options.machine ?? thisMachine };
  const { tables, projections } = runnerOptions;
  await buildMissing(runnerOptions);
  const live = await tables.live(projections.map(({ name }) => name));
  const models = new LiveModels(runnerOptions, live);
  try {
    if (options.lead !== undefined) await models.connect();
  } catch (error) {
    await models.close();
    throw error;
  }
  return new Runner(runnerOptions, models);
};
