import type { Pool } from 'pg';
import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import { createCheckpoints, lockLive, markDegraded, markLive, readLive } from './checkpoints.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import type { Change, Projection } from './define-projection.ts';
import { Fenced, Generation, type Applied } from './generation.ts';
import { lagOf } from './lag.ts';
import { rest, waitToRetry } from './pace.ts';
import { PositionWaiters } from './position-waiters.ts';
import { rebuild } from './rebuild.ts';

/**
 * `degraded` = parked at an event it cannot take in; `fenced` = another process applies it, so this one stopped;
 * `superseded` = a newer release of the program rebuilt it in another shape.
 */
export type ProjectionStatus = 'live' | 'degraded' | 'fenced' | 'superseded';

export interface ProjectionHealth {
  readonly name: string;
  readonly version: number;
  readonly generation: number;
  readonly position: Position | '';
  readonly status: ProjectionStatus;
  readonly error: string | null;
}

export interface ProjectionsOptions {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  /** Called after each commit with what it means to clients. */
  readonly changes?: (changes: readonly Change[]) => void;
  /** A projection was parked or fenced (`name`), or Postgres is away (null). For the log and alarms. */
  readonly onProblem?: (name: string | null, error: unknown) => void;
}

export interface RunningProjections {
  readonly positions: () => ReadonlyMap<string, Position | ''>;
  /** Resolves true as soon as all named projections have reached a position, false after the time-out. */
  readonly waitFor: (
    position: Position,
    names: readonly string[],
    timeoutMs: number,
  ) => Promise<boolean>;
  /** Events each is behind the head of the log; counting stops at 10,000. */
  readonly lag: () => Promise<ReadonlyMap<string, number>>;
  readonly health: () => readonly ProjectionHealth[];
  /** Looks for generations that a rebuild flipped in; call it after one that ran in this process. */
  readonly refresh: () => Promise<void>;
  /** Finishes the batch under way. */
  readonly stop: () => Promise<void>;
}

const LARGEST_BATCH = 2_000;

interface Member {
  readonly projection: Projection;
  generation: Generation;
  status: ProjectionStatus;
  error: string | null;
  /** Where the commit that may or may not have happened would have led. */
  attempted: Position | '';
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

class Runner implements RunningProjections {
  readonly #options: ProjectionsOptions;
  readonly #members: readonly Member[];
  readonly #waiters = new PositionWaiters();
  readonly #stopping = new AbortController();
  #restart = new AbortController();
  readonly #ended: Promise<void>;

  constructor(options: ProjectionsOptions, members: readonly Member[]) {
    this.#options = options;
    this.#members = members;
    this.#ended = this.#run();
  }

  positions() {
    return new Map(
      this.#members.map(({ projection, generation }) => [projection.name, generation.position]),
    );
  }

  waitFor(position: Position, names: readonly string[], timeoutMs: number): Promise<boolean> {
    const awaited = this.#members.filter(({ projection }) => names.includes(projection.name));
    const reached = () => awaited.every(({ generation }) => generation.position >= position);
    return this.#waiters.until(reached, timeoutMs);
  }

  lag() {
    return lagOf(this.#options.store, this.positions());
  }

  health() {
    return this.#members.map(({ projection, generation, status, error }) => ({
      name: projection.name,
      version: projection.version,
      generation: generation.number,
      position: generation.position,
      status,
      error,
    }));
  }

  async refresh(): Promise<void> {
    const live = await readLive(
      this.#options.pool,
      this.#members.map(({ projection }) => projection.name),
    );
    for (const member of this.#members) {
      const row = live.find(({ name }) => name === member.projection.name);
      if (row === undefined || row.generation === member.generation.number) continue;
      if (row.version !== member.projection.version) {
        this.#park(member, 'superseded', 'a newer release rebuilt it');
        continue;
      }
      this.#adopt(member, row);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  get #active(): readonly Member[] {
    return this.#members.filter(({ status }) => status === 'live');
  }

  async #run(): Promise<void> {
    let failures = 0;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (failures > 0) await this.#reconcile();
        await this.#follow(() => (failures = 0));
      } catch (error) {
        // A rebuild that flipped fences too, and is no problem.
        if (!(error instanceof Fenced)) this.#options.onProblem?.(null, error);
        await waitToRetry(failures, signal);
        failures += 1;
      }
    }
  }

  /** One subscription drives all: those that are further than others are handed events again and leave them out. */
  async #follow(onProgress: () => void): Promise<void> {
    this.#restart = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, this.#restart.signal]);
    const positions = this.#active.map(({ generation }) => generation.position);
    const [earliest] = positions.toSorted();
    if (earliest === undefined) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
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
      if (signal.aborted || this.#active.length === 0) return;
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
        const unread = this.#active.filter(({ generation }) => generation.position < each.position);
        for (const member of unread) await this.#degrade(member, error);
        return;
      }
    }
    await this.#apply(events, upTo);
  }

  async #apply(events: readonly RecordedEvent[], upTo: Position): Promise<void> {
    const failures: unknown[] = [];
    await Promise.all(
      this.#active.map(async (member) => {
        member.attempted = upTo;
        try {
          await this.#settle(member, await member.generation.apply(events, upTo));
        } catch (error) {
          if (error instanceof Fenced) member.attempted = '';
          failures.push(error);
        }
      }),
    );
    // Whoever failed stands before this batch, so the subscription must begin there again.
    if (failures.length > 0)
      throw failures.find((error) => !(error instanceof Fenced)) ?? failures[0];
  }

  async #settle(member: Member, { topics, poison }: Applied): Promise<void> {
    this.#waiters.check();
    const { position } = member.generation;
    if (topics.length > 0 && position !== '') {
      const changes = topics.map((each) => ({ type: 'delta', position, ...each }) as const);
      this.#options.changes?.(changes);
    }
    if (poison !== undefined) await this.#degrade(member, poison);
  }

  async #degrade(member: Member, error: unknown): Promise<void> {
    this.#park(member, 'degraded', messageOf(error), error);
    const { generation, projection } = member;
    const at = { name: projection.name, generation: generation.number };
    // Should this fail, the next start finds the projection live and comes to the same end.
    await markDegraded(this.#options.pool, at, messageOf(error)).catch(() => undefined);
  }

  #park(member: Member, status: ProjectionStatus, error: string, cause?: unknown): void {
    member.status = status;
    member.error = error;
    this.#options.onProblem?.(member.projection.name, cause ?? new Error(error));
  }

  #adopt(
    member: Member,
    at: { readonly generation: number; readonly position: Position | '' },
  ): void {
    member.generation = new Generation(this.#options.pool, member.projection, at);
    member.status = 'live';
    member.error = null;
    const kinds = member.projection.topics?.kinds ?? [];
    this.#options.changes?.(kinds.map((kind) => ({ type: 'resync', kind }) as const));
    this.#waiters.check();
    this.#restart.abort();
  }

  /** Compares what is in memory with the checkpoints, after a lost connection or a failed compare-and-set. */
  async #reconcile(): Promise<void> {
    await this.refresh();
    const names = this.#active.map(({ projection }) => projection.name);
    // Locking waits for a commit of ours that may still be under way on a connection that was lost.
    for (const row of await lockLive(this.#options.pool, names)) {
      const member = this.#active.find(({ projection }) => projection.name === row.name);
      if (member === undefined || row.generation !== member.generation.number) continue;
      if (row.status === 'degraded') this.#park(member, 'degraded', row.error ?? '');
      if (row.position === member.generation.position) continue;
      if (row.position === member.attempted) this.#adopt(member, row);
      else this.#park(member, 'fenced', `another process moved it to ${row.position}`);
    }
  }
}

/**
 * Keeps read models up with the log. Those that are missing, or were made by another version of their code, are built
 * first; those that were parked get another try.
 */
export const startProjections = async (
  options: ProjectionsOptions,
): Promise<RunningProjections> => {
  const { store, pool, projections } = options;
  await createCheckpoints(pool);
  const names = projections.map(({ name }) => name);
  const live = await readLive(pool, names);
  const outdated = projections.filter(
    ({ name, version }) => !live.some((row) => row.name === name && row.version === version),
  );
  if (outdated.length > 0) await rebuild({ store, pool, projections: outdated });
  for (const row of live) if (row.status === 'degraded') await markLive(pool, row);
  const current = await readLive(pool, names);
  const members = projections.map((projection): Member => {
    const row = current.find(({ name }) => name === projection.name);
    if (row === undefined) throw new Error(`${projection.name} has no live generation`);
    const generation = new Generation(pool, projection, row);
    return { projection, generation, status: 'live', error: null, attempted: '' };
  });
  return new Runner(options, members);
};
