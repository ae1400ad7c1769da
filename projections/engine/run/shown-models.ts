import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isComparable, type Position } from '#/ledger/event-store.ts';
import { openChangeFeed, type ChangeFeed, type Told } from './change-feed.ts';
import { CheckpointMoves } from './checkpoint-moves.ts';
import { readLive, type Checkpoint } from './checkpoints.ts';
import type {
  Change,
  Projection,
  TopicData,
} from '#/projections/engine/define/define-projection.ts';
import { Generation } from './generation.ts';
import { PositionWaiters } from './position-waiters.ts';

/** `degraded` = parked at an event it cannot take in; `superseded` = another release of the program rebuilt it in another shape. */
export type ProjectionStatus = 'live' | 'degraded' | 'superseded';

export interface ProjectionHealth {
  readonly name: string;
  readonly version: number;
  readonly generation: number;
  readonly position: Position | '';
  readonly status: ProjectionStatus;
  readonly error: string | null;
}

/** How often a process that shares its read models looks for what it was not told, and says that it listens. */
const LOOK_EVERY_MS = 2_000;
/** Whoever has not said so for that long listens no more. */
const LISTENS_MS = 3 * LOOK_EVERY_MS;

/** A read model as this process knows it. */
export interface Member {
  readonly projection: Projection;
  generation: Generation;
  status: ProjectionStatus;
  error: string | null;
  /** As far as rows are known to be, whoever wrote them. */
  position: Position | '';
  /** Of the last commit whose meaning clients of this process were told. */
  told: Position | '';
}

export interface ShownModelsOptions {
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  readonly changes?: (changes: readonly Change[]) => void;
  readonly onProblem?: (name: string | null, error: unknown) => void;
}

const nothing = (): void => undefined;

/**
 * What this process shows of the read models, whichever process keeps them up: how far they are, how they are, and what
 * their changes mean to its clients. Several processes tell each other over a feed; what that misses, a look finds.
 */
export class ShownModels {
  readonly members: readonly Member[];
  /** Set while this process applies events, and so believes no other: a read model is not what it was, begin again. */
  beginAgain: (() => void) | undefined;
  readonly #options: ShownModelsOptions;
  readonly #changes: (changes: readonly Change[]) => void;
  readonly #waiters = new PositionWaiters();
  readonly #moves: CheckpointMoves;
  readonly #closing = new AbortController();
  #feed: ChangeFeed | undefined;
  #watching: Promise<void> | undefined;
  #listenedToUntil = 0;

  constructor(options: ShownModelsOptions, live: readonly Checkpoint[]) {
    const { pool, projections, changes = nothing } = options;
    this.#options = options;
    this.#changes = changes;
    this.#moves = new CheckpointMoves(pool);
    this.members = projections.map((projection): Member => {
      const row = live.find(({ name }) => name === projection.name);
      if (row === undefined) throw new Error(`${projection.name} has no live generation`);
      const { position } = row;
      const generation = new Generation(pool, projection, row, this.#moves);
      return { projection, generation, status: 'live', error: null, position, told: position };
    });
  }

  /** From now on other processes are heard, and told. */
  async share(): Promise<void> {
    this.#feed = await openChangeFeed(this.#options.pool, (told) => this.#hear(told));
    // Between reading the checkpoints and listening others may have gone on.
    await this.refresh();
    this.#watching = this.#watch();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watching;
    await this.#feed?.close();
  }

  get names(): readonly string[] {
    return this.members.map(({ projection }) => projection.name);
  }

  /** Those that take events. */
  get active(): readonly Member[] {
    return this.members.filter(({ status }) => status === 'live');
  }

  get isSuperseded(): boolean {
    return this.members.some(({ status }) => status === 'superseded');
  }

  positions(): ReadonlyMap<string, Position | ''> {
    return new Map(this.members.map(({ projection, position }) => [projection.name, position]));
  }

  waitFor(position: Position, names: readonly string[], timeoutMs: number): Promise<boolean> {
    const awaited = this.members.filter(({ projection }) => names.includes(projection.name));
    // Nobody waits for a position of before a move, which no read model ever reaches.
    const isForeign = (ours: Position | ''): boolean =>
      ours !== '' && !isComparable(position, ours);
    const reached = () =>
      awaited.every((member) => member.position >= position || isForeign(member.position));
    return this.#waiters.until(reached, timeoutMs);
  }

  health(): readonly ProjectionHealth[] {
    return this.members.map(({ projection, generation, position, status, error }) => ({
      name: projection.name,
      version: projection.version,
      generation: generation.number,
      position,
      status,
      error,
    }));
  }

  /** Looks at the checkpoints for what changed without this process. */
  async refresh(): Promise<void> {
    const live = await readLive(this.#options.pool, this.names);
    for (const member of this.members) {
      const row = live.find(({ name }) => name === member.projection.name);
      if (row === undefined || member.status === 'superseded') continue;
      if (row.version !== member.projection.version) {
        this.park(member, 'superseded', 'another release rebuilt it');
        this.beginAgain?.();
      } else if (row.generation !== member.generation.number) {
        this.adopt(member, row);
        this.#resync(member);
        this.#feed?.tell({ kind: 'look' });
      } else if (!this.#isLeading) this.#mirror(member, row);
    }
    this.#waiters.check();
  }

  /** Stands where a checkpoint says, knowing none of its rows. */
  adopt(member: Member, at: Pick<Checkpoint, 'generation' | 'position'>): void {
    member.generation = new Generation(this.#options.pool, member.projection, at, this.#moves);
    member.position = at.position;
    member.told = at.position;
    member.status = 'live';
    member.error = null;
    this.beginAgain?.();
    this.#waiters.check();
  }

  park(member: Member, status: ProjectionStatus, error: string, cause?: unknown): void {
    member.status = status;
    member.error = error;
    this.#options.onProblem?.(member.projection.name, cause ?? new Error(error));
    if (this.#isLeading) this.#feed?.tell({ kind: 'look' });
  }

  /** Tells clients everywhere what a commit of this process means to them. */
  committed(member: Member, topics: readonly TopicData[]): void {
    const { projection, generation } = member;
    const { position } = generation;
    if (position === '' || position === member.told) return;
    member.told = position;
    if (this.#isListenedTo) {
      this.#feed?.tell({ kind: 'moved', name: projection.name, position, topics, isWhole: true });
    }
    this.#move(member, position, topics);
  }

  /** Has clients everywhere read again, because nobody knows what they were told. */
  missed(member: Member): void {
    this.#resync(member);
    this.#feed?.tell({ kind: 'resync', name: member.projection.name });
  }

  #move(member: Member, position: Position, topics: readonly TopicData[]): void {
    if (position > member.position) member.position = position;
    if (topics.length > 0) {
      this.#changes(topics.map((each) => ({ type: 'delta', position, ...each }) as const));
    }
    this.#waiters.check();
  }

  #resync({ projection }: Member): void {
    const kinds = projection.topics?.kinds ?? [];
    this.#changes(kinds.map((kind) => ({ type: 'resync', kind }) as const));
  }

  /** What the process that keeps it up wrote, as far as this one sees it. */
  #mirror(member: Member, row: Checkpoint): void {
    if (row.position > member.position) member.position = row.position;
    const status = row.status === 'degraded' ? 'degraded' : 'live';
    if (status === member.status) return;
    if (status === 'degraded') this.park(member, status, row.error ?? '');
    else [member.status, member.error] = [status, null];
  }

  get #isLeading(): boolean {
    return this.beginAgain !== undefined;
  }

  get #isListenedTo(): boolean {
    return performance.now() < this.#listenedToUntil;
  }

  #hear(told: Told): void {
    switch (told.kind) {
      case 'moved':
        this.#hearMoved(told);
        break;
      case 'resync':
        for (const member of this.members) {
          if (member.projection.name === told.name) this.#resync(member);
        }
        break;
      case 'listening': {
        const isNew = !this.#isListenedTo;
        this.#listenedToUntil = performance.now() + LISTENS_MS;
        // Until now it was told nothing.
        if (isNew && this.#isLeading) for (const member of this.members) this.#tellToRead(member);
        break;
      }
      case 'gap':
        for (const member of this.members) this.#resync(member);
        this.#lookSoon();
        break;
      case 'look':
        this.#lookSoon();
        break;
      default:
        told satisfies never;
    }
  }

  /** One that froze and woke may still tell of what others went on from long ago. */
  #hearMoved({ name, position, topics, isWhole }: Extract<Told, { kind: 'moved' }>): void {
    const member = this.members.find(({ projection }) => projection.name === name);
    if (member === undefined || this.#isLeading || position <= member.told) return;
    if (isWhole) member.told = position;
    this.#move(member, position, topics);
  }

  #tellToRead({ projection: { name } }: Member): void {
    this.#feed?.tell({ kind: 'resync', name });
  }

  #lookSoon(): void {
    this.refresh().catch((error: unknown) => this.#options.onProblem?.(null, error));
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      if (!this.#isLeading) this.#feed?.tell({ kind: 'listening' });
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.refresh().catch((error: unknown) => this.#options.onProblem?.(null, error));
    }
  }
}
