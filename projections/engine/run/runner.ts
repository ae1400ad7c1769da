import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import { createCheckpoints, lockLive, markDegraded, markLive, readLive } from './checkpoints.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import { alone, turnOver, type Lead } from '#/ledger/leases.ts';
import type { Change, Projection } from '#/projections/engine/define/define-projection.ts';
import { Fenced, type Applied } from './generation.ts';
import { lagOf } from './lag.ts';
import { backOff } from '#/ledger/backoff.ts';
import { rest } from './pace.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { RebuildUnderWay } from '#/projections/engine/rebuild/switch-over.ts';
import { LiveModels, type LiveModel, type ProjectionHealth } from './live-models.ts';

export interface ProjectionsOptions {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  /** Called with the live updates for clients after each commit, of this or another process. */
  readonly changes?: (changes: readonly Change[]) => void;
  /** A projection was parked (`name`), or Postgres is away (null). For logs and alarms. */
  readonly onProblem?: (name: string | null, error: unknown) => void;
  /** Where several processes serve the same read models: decides which of them applies events. Always this one by default. */
  readonly lead?: Lead;
}

export interface RunningProjections {
  readonly positions: () => ReadonlyMap<string, Position | ''>;
  /** Resolves true as soon as all named projections have reached a position, false after the timeout. */
  readonly waitFor: (
    position: Position,
    names: readonly string[],
    timeoutMs: number,
  ) => Promise<boolean>;
  /** Events that each projection is behind the head of the log; counting stops at 10,000. */
  readonly lag: () => Promise<ReadonlyMap<string, number>>;
  readonly health: () => readonly ProjectionHealth[];
  /** Looks for generations that became live through a rebuild; call it after a rebuild that this process ran. */
  readonly refresh: () => Promise<void>;
  /** Completes the running batch, then stops. */
  readonly stop: () => Promise<void>;
}

const LARGEST_BATCH = 2_000;
/** How often a process checks whether another has built the missing read models. */
const BUILDING_LOOK_MS = 200;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * One process applies events while the others stand by. If two ever run at once, the compare-and-set of the checkpoint lets
 * only one of them commit; the other reads the checkpoint again.
 */
class Runner implements RunningProjections {
  readonly #options: ProjectionsOptions;
  readonly #models: LiveModels;
  readonly #hold: ReturnType<Lead>;
  #restart = new AbortController();

  constructor(options: ProjectionsOptions, models: LiveModels) {
    this.#options = options;
    this.#models = models;
    this.#hold = (options.lead ?? alone)((turn) => this.#lead(turn));
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
    await this.#hold.stop();
    await this.#models.close();
  }

  /** Applies events until the turn ends; stops for good when another release of the program has rebuilt a read model. */
  async #lead(turn: AbortSignal): Promise<void> {
    const models = this.#models;
    let failures = 0;
    let isStopped = false;
    models.beginAgain = () => this.#restart.abort();
    try {
      while (!turn.aborted) {
        try {
          if (!isStopped) await this.#stand(failures === 0);
          isStopped = true;
          if (models.isSuperseded) return;
          await this.#follow(turn, () => (failures = 0));
        } catch (error) {
          isStopped = false;
          // A flip by a rebuild also causes `Fenced`, which is not a problem.
          if (!(error instanceof Fenced)) this.#options.onProblem?.(null, error);
          await backOff(failures, turn);
          failures += 1;
        }
      }
    } finally {
      models.beginAgain = undefined;
    }
  }

  /** Adopts the positions of the checkpoints, whichever process moved them; retries parked read models when a turn begins. */
  async #stand(isBeginning: boolean): Promise<void> {
    const { pool } = this.#options;
    const models = this.#models;
    await models.refresh();
    // The lock waits for a commit that is still running, from a lost connection or a frozen process.
    for (const row of await lockLive(pool, models.names)) {
      const member = models.members.find(({ projection }) => projection.name === row.name);
      if (member === undefined || row.generation !== member.generation.number) continue;
      if (member.status === 'superseded') continue;
      const isMissed = row.position !== member.notifiedPosition;
      if (isBeginning && row.status === 'degraded') await markLive(pool, row);
      models.adopt(member, row);
      if (!isBeginning && row.status === 'degraded')
        models.park(member, 'degraded', row.error ?? '');
      if (isMissed) models.missed(member);
    }
  }

  /**
   * One subscription serves all read models, from the earliest position; those further on skip the events they already have.
   */
  async #follow(turn: AbortSignal, onProgress: () => void): Promise<void> {
    this.#restart = new AbortController();
    const signal = AbortSignal.any([turn, this.#restart.signal]);
    const positions = this.#models.active.map(({ generation }) => generation.position);
    const [earliest] = positions.toSorted();
    if (earliest === undefined) {
      await turnOver(signal);
      return;
    }
    const after = earliest === '' ? {} : { after: earliest };
    const messages = this.#options.store.subscribe({
      ...after,
      maximumBatch: LARGEST_BATCH,
      signal,
    });
    for await (const message of messages) {
      const began = performance.now();
      if (message.kind === 'events') await this.#take(message.events, message.upTo);
      if (message.kind === 'checkpoint') await this.#apply([], message.upTo);
      onProgress();
      if (signal.aborted || this.#models.active.length === 0) return;
      const isBehind = message.kind === 'events' && message.events.length === LARGEST_BATCH;
      if (!isBehind) await rest(performance.now() - began, signal);
    }
  }

  async #take(recorded: readonly Recorded[], upTo: Position): Promise<void> {
    const events: RecordedEvent[] = [];
    for (const each of recorded) {
      try {
        events.push(decode(each));
      } catch (error) {
        const last = events.at(-1);
        if (last !== undefined) await this.#apply(events, last.position);
        const unread = this.#models.active.filter(
          ({ generation }) => generation.position < each.position,
        );
        for (const member of unread) await this.#degrade(member, error);
        return;
      }
    }
    await this.#apply(events, upTo);
  }

  async #apply(events: readonly RecordedEvent[], upTo: Position): Promise<void> {
    const failures: unknown[] = [];
    await Promise.all(
      this.#models.active.map(async (member) => {
        try {
          await this.#settle(member, await member.generation.apply(events, upTo));
        } catch (error) {
          failures.push(error);
        }
      }),
    );
    // A read model that failed has not applied this batch, so the subscription must start from there again.
    if (failures.length > 0)
      throw failures.find((error) => !(error instanceof Fenced)) ?? failures[0];
  }

  async #settle(member: LiveModel, { topics, poison }: Applied): Promise<void> {
    this.#models.committed(member, topics);
    if (poison !== undefined) await this.#degrade(member, poison);
  }

  async #degrade(member: LiveModel, error: unknown): Promise<void> {
    const { generation, projection } = member;
    const at = { name: projection.name, generation: generation.number };
    // If this write fails, the next turn finds the projection still live and parks it at the same event.
    await markDegraded(this.#options.pool, at, messageOf(error)).catch(() => undefined);
    this.#models.park(member, 'degraded', messageOf(error), error);
  }
}

/** Builds read models that are missing or were made by another version of their code; one process builds, others wait. */
const buildMissing = async ({ store, pool, projections }: ProjectionsOptions): Promise<void> => {
  const names = projections.map(({ name }) => name);
  for (;;) {
    const live = await readLive(pool, names);
    const missing = projections.filter(
      ({ name, version }) => !live.some((row) => row.name === name && row.version === version),
    );
    if (missing.length === 0) return;
    try {
      await rebuild({ store, pool, projections: missing });
    } catch (error) {
      if (!(error instanceof RebuildUnderWay)) throw error;
      await delay(BUILDING_LOOK_MS);
    }
  }
};

/**
 * Keeps read models up with the log, or stands by while another process does. First builds those that are missing or were made
 * by another version of their code; retries those that were parked.
 */
export const startProjections = async (
  options: ProjectionsOptions,
): Promise<RunningProjections> => {
  const { pool, projections } = options;
  await createCheckpoints(pool);
  await buildMissing(options);
  const live = await readLive(
    pool,
    projections.map(({ name }) => name),
  );
  const models = new LiveModels(options, live);
  try {
    if (options.lead !== undefined) await models.share();
  } catch (error) {
    await models.close();
    throw error;
  }
  return new Runner(options, models);
};
