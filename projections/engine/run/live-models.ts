import type { Machine } from '#/domain/ports/machine.ts';
import { isComparable, type Position } from '#/ledger/event-store.ts';
import type { ChangeFeed, Notification, OpenFeed } from './change-feed.ts';
import type {
  Change,
  Projection,
  TopicData,
} from '#/projections/engine/define/define-projection.ts';
import type { Checkpoint, Tables } from '#/projections/engine/tables/tables.ts';
import { Generation } from './generation.ts';
import type { Leader, LiveModel, ProjectionHealth, ProjectionStatus } from './live-model.ts';
import { PositionWaiters } from './position-waiters.ts';

/** How often a process that shares its read models checks for missed changes, and announces that it is listening. */
const CHECK_EVERY_MS = 2_000;
/** A process that has not announced itself for this long is taken to have ended. */
const LISTENS_MS = 3 * CHECK_EVERY_MS;

export interface LiveModelsOptions {
  readonly tables: Tables;
  readonly openFeed: OpenFeed;
  readonly machine: Machine;
  readonly projections: readonly Projection[];
  readonly changes?: (changes: readonly Change[]) => void;
  readonly onProblem?: (name: string | null, error: unknown) => void;
}

const doNothing = (): void => undefined;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * The read models as this process serves them: position, status, and live updates for its clients. Another process may be the one
 * that applies the events. Processes notify each other over a feed; reading the checkpoints finds what the feed missed.
 */
export class LiveModels {
  readonly members: readonly LiveModel[];
  /** Set only while this process applies events. Meanwhile it ignores movements that other processes report. */
  leader: Leader | undefined;
  readonly #options: LiveModelsOptions;
  readonly #changes: (changes: readonly Change[]) => void;
  readonly #waiters: PositionWaiters;
  readonly #closing = new AbortController();
  #feed: ChangeFeed | undefined;
  #watching: Promise<void> | undefined;
  #listenedToUntil = 0;

  constructor(options: LiveModelsOptions, live: readonly Checkpoint[]) {
    const { tables, machine, projections, changes = doNothing } = options;
    this.#options = options;
    this.#waiters = new PositionWaiters(machine);
    this.#changes = changes;
    this.members = projections.map((projection): LiveModel => {
      const row = live.find(({ name }) => name === projection.name);
      if (row === undefined) throw new Error(`${projection.name} has no live generation`);
      const { position } = row;
      const generation = new Generation(tables, projection, row);
      return {
        projection,
        generation,
        status: 'live',
        error: null,
        position,
        notifiedPosition: position,
      };
    });
  }

  /** Starts sending messages to other processes and receiving theirs. */
  async share(): Promise<void> {
    this.#feed = await this.#options.openFeed((notification) => this.#onNotification(notification));
    // Other processes may have moved on since the checkpoints were read.
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

  /** The read models that apply events. */
  get active(): readonly LiveModel[] {
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
    // A position from another store's log can never be reached, so it is not waited for.
    const isForeign = (ours: Position | ''): boolean =>
      ours !== '' && !isComparable(position, ours);
    const reachedAll = () =>
      awaited.every((member) => member.position >= position || isForeign(member.position));
    return this.#waiters.until(reachedAll, timeoutMs);
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

  /** Reads the checkpoints for changes made by other processes. */
  async refresh(): Promise<void> {
    const live = await this.#options.tables.live(this.names);
    for (const member of this.members) {
      const row = live.find(({ name }) => name === member.projection.name);
      if (row === undefined || member.status === 'superseded') continue;
      if (row.version !== member.projection.version) {
        this.park(member, 'superseded', 'another release rebuilt it');
        this.leader?.onSuperseded();
      } else if (row.generation !== member.generation.number) {
        this.adopt(member, row);
        this.#resync(member);
        this.#feed?.notify({ kind: 'look' });
      } else if (!this.#isLeading) this.#mirror(member, row);
    }
    this.#waiters.check();
  }

  /** Continues from a checkpoint, with no rows in memory. */
  adopt(member: LiveModel, at: Pick<Checkpoint, 'generation' | 'position'>): void {
    member.generation = new Generation(this.#options.tables, member.projection, at);
    member.position = at.position;
    member.notifiedPosition = at.position;
    member.status = 'live';
    member.error = null;
    this.leader?.onAdopted(member);
    this.#waiters.check();
  }

  park(member: LiveModel, status: ProjectionStatus, error: string, cause?: unknown): void {
    member.status = status;
    member.error = error;
    this.#options.onProblem?.(member.projection.name, cause ?? new Error(error));
    if (this.#isLeading) this.#feed?.notify({ kind: 'look' });
  }

  /** Parks a model at an event that it cannot apply. */
  async degrade(member: LiveModel, error: unknown): Promise<void> {
    const { generation, projection } = member;
    const at = { name: projection.name, generation: generation.number };
    // If this write fails, the next turn finds the projection still live and parks it at the same event.
    await this.#options.tables.markDegraded(at, messageOf(error)).catch(doNothing);
    this.park(member, 'degraded', messageOf(error), error);
  }

  /** Sends the live updates of this process's commit to clients of all processes. */
  publishCommit(member: LiveModel, topics: readonly TopicData[]): void {
    const { projection, generation } = member;
    const { position } = generation;
    if (position === '' || position === member.notifiedPosition) return;
    member.notifiedPosition = position;
    if (this.#isListenedTo) {
      this.#feed?.notify({ kind: 'moved', name: projection.name, position, topics, isWhole: true });
    }
    this.#move(member, position, topics);
  }

  /** Makes clients of all processes read again, because it is unknown which updates they received. */
  requestResync(member: LiveModel): void {
    this.#resync(member);
    this.#feed?.notify({ kind: 'resync', name: member.projection.name });
  }

  #move(member: LiveModel, position: Position, topics: readonly TopicData[]): void {
    if (position > member.position) member.position = position;
    if (topics.length > 0) {
      this.#changes(topics.map((each) => ({ type: 'delta', position, ...each }) as const));
    }
    this.#waiters.check();
  }

  #resync({ projection }: LiveModel): void {
    const kinds = projection.topics?.kinds ?? [];
    this.#changes(kinds.map((kind) => ({ type: 'resync', kind }) as const));
  }

  /** Takes over the position and status that the leading process wrote. */
  #mirror(member: LiveModel, row: Checkpoint): void {
    if (row.position > member.position) member.position = row.position;
    const status = row.status === 'degraded' ? 'degraded' : 'live';
    if (status === member.status) return;
    if (status === 'degraded') this.park(member, status, row.error ?? '');
    else [member.status, member.error] = [status, null];
  }

  get #isLeading(): boolean {
    return this.leader !== undefined;
  }

  get #isListenedTo(): boolean {
    return this.#options.machine.elapsedMs() < this.#listenedToUntil;
  }

  #onNotification(notification: Notification): void {
    switch (notification.kind) {
      case 'moved':
        this.#onMoved(notification);
        break;
      case 'resync':
        for (const member of this.members) {
          if (member.projection.name === notification.name) this.#resync(member);
        }
        break;
      case 'listening': {
        const isNew = !this.#isListenedTo;
        this.#listenedToUntil = this.#options.machine.elapsedMs() + LISTENS_MS;
        // The listening process received nothing until now.
        if (isNew && this.#isLeading)
          for (const member of this.members) this.#requestReread(member);
        break;
      }
      case 'gap':
        for (const member of this.members) this.#resync(member);
        this.#refreshSoon();
        break;
      case 'look':
        this.#refreshSoon();
        break;
      default:
        notification satisfies never;
    }
  }

  /** Ignores old positions: a process that froze and resumed may still send what others have passed long ago. */
  #onMoved({ name, position, topics, isWhole }: Extract<Notification, { kind: 'moved' }>): void {
    const member = this.members.find(({ projection }) => projection.name === name);
    if (member === undefined || this.#isLeading || position <= member.notifiedPosition) return;
    if (isWhole) member.notifiedPosition = position;
    this.#move(member, position, topics);
  }

  #requestReread({ projection: { name } }: LiveModel): void {
    this.#feed?.notify({ kind: 'resync', name });
  }

  #refreshSoon(): void {
    this.refresh().catch((error: unknown) => this.#options.onProblem?.(null, error));
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      if (!this.#isLeading) this.#feed?.notify({ kind: 'listening' });
      await this.#options.machine.pause(CHECK_EVERY_MS, signal);
      if (signal.aborted) return;
      await this.refresh().catch((error: unknown) => this.#options.onProblem?.(null, error));
    }
  }
}
