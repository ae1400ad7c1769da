import type { Machine } from '#/domain/ports/machine.ts';
import { isComparable, type Position } from '#/ledger/event-store.ts';
import type { ChangeFeed, Notification, OpenFeed } from './change-feed.ts';
import type {
  Change,
  Projection,
  TopicData,
} from '#/projections/engine/define/define-projection.ts';
import type { Checkpoint, Tables } from '#/projections/engine/tables/tables.ts';
import { LiveModel, type Leader, type Parked, type ProjectionHealth } from './live-model.ts';
import { PositionWaiters } from './position-waiters.ts';

/** How often a process checks for missed changes, and announces that it is listening. */
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

/** Processes notify each other over a feed, and read the checkpoints for what the feed missed. */
export class LiveModels {
  readonly all: readonly LiveModel[];
  readonly names: readonly string[];
  readonly #options: LiveModelsOptions;
  readonly #changes: (changes: readonly Change[]) => void;
  readonly #waiters: PositionWaiters;
  readonly #closing = new AbortController();
  /** Set while this process applies events. Commits that other processes report are then ignored. */
  #leader: Leader | undefined;
  #feed: ChangeFeed | undefined;
  #watching: Promise<void> | undefined;
  /** Until when (in `elapsedMs`) another process counts as listening, because it announced itself. */
  #listenedToUntil = 0;

  constructor(options: LiveModelsOptions, live: readonly Checkpoint[]) {
    const { tables, machine, projections, changes = doNothing } = options;
    this.#options = options;
    this.#waiters = new PositionWaiters(machine);
    this.#changes = changes;
    this.all = projections.map((projection) => {
      const checkpoint = live.find(({ name }) => name === projection.name);
      if (checkpoint === undefined) throw new Error(`${projection.name} has no live generation`);
      return new LiveModel(tables, projection, checkpoint);
    });
    this.names = this.all.map(({ name }) => name);
  }

  async connect(): Promise<void> {
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

  startLeading(leader: Leader): void {
    this.#leader = leader;
  }

  stopLeading(): void {
    this.#leader = undefined;
  }

  /** The read models to which events are applied. */
  get active(): readonly LiveModel[] {
    return this.all.filter(({ parked }) => parked === undefined);
  }

  get isSuperseded(): boolean {
    return this.all.some(({ parked }) => parked?.status === 'superseded');
  }

  find(name: string): LiveModel | undefined {
    return this.all.find((model) => model.name === name);
  }

  positions(): ReadonlyMap<string, Position | ''> {
    return new Map(this.all.map(({ name, position }) => [name, position]));
  }

  waitFor(position: Position, names: readonly string[], timeoutMs: number): Promise<boolean> {
    const awaitedModels = this.all.filter(({ name }) => names.includes(name));
    // A position of another kind of store can never be reached, so it is not waited for.
    const isForeign = (ours: Position | ''): boolean =>
      ours !== '' && !isComparable(position, ours);
    const reachedAll = () =>
      awaitedModels.every((model) => model.position >= position || isForeign(model.position));
    return this.#waiters.until(reachedAll, timeoutMs);
  }

  health(): readonly ProjectionHealth[] {
    return this.all.map(({ health }) => health);
  }

  /** Reads the checkpoints for changes made by other processes. */
  async refresh(): Promise<void> {
    const checkpoints = await this.#options.tables.live(this.names);
    for (const model of this.all) {
      const checkpoint = checkpoints.find(({ name }) => name === model.name);
      if (checkpoint === undefined || model.parked?.status === 'superseded') continue;
      if (checkpoint.version !== model.projection.version) {
        this.park(model, { status: 'superseded', error: 'another release rebuilt it' });
        this.#leader?.onSuperseded();
      } else if (checkpoint.generation !== model.generation.number) {
        this.adopt(model, checkpoint);
        this.#resyncOwnClients(model);
        this.#feed?.notify({ kind: 'look' });
      } else if (!this.#isLeading) this.#mirror(model, checkpoint);
    }
    this.#waiters.check();
  }

  /** Continues a model from a checkpoint, with no rows in memory. */
  adopt(model: LiveModel, at: Pick<Checkpoint, 'generation' | 'position'>): void {
    model.adopt(at);
    this.#leader?.onAdopted(model);
    this.#waiters.check();
  }

  /** @param cause the error to report, where it says more than the text that is shown */
  park(model: LiveModel, parked: Parked, cause: unknown = new Error(parked.error)): void {
    model.park(parked);
    this.#options.onProblem?.(model.name, cause);
    if (this.#isLeading) this.#feed?.notify({ kind: 'look' });
  }

  /** Parks a model at an event that it cannot apply. */
  async degrade(model: LiveModel, error: unknown): Promise<void> {
    const at = { name: model.name, generation: model.generation.number };
    const message = messageOf(error);
    // If this write fails, the next term finds the projection still live and parks it at the same event.
    await this.#options.tables.markDegraded(at, message).catch(doNothing);
    this.park(model, { status: 'degraded', error: message }, error);
  }

  /** Sends the live updates of this process's commit to clients of all processes. */
  publishCommit(model: LiveModel, topics: readonly TopicData[]): void {
    const { name, generation } = model;
    const { position } = generation;
    if (position === '' || position === model.notifiedPosition) return;
    model.noteNotified(position);
    if (this.#hasListeners) {
      this.#feed?.notify({ kind: 'moved', name, position, topics, isWhole: true });
    }
    this.#update(model, position, topics);
  }

  /** Makes clients of all processes read again, because it is unknown which updates they received. */
  resyncAllClients(model: LiveModel): void {
    this.#resyncOwnClients(model);
    this.#resyncOtherProcesses(model);
  }

  #resyncOwnClients({ projection }: LiveModel): void {
    const kinds = projection.topics?.kinds ?? [];
    this.#changes(kinds.map((kind) => ({ type: 'resync', kind }) as const));
  }

  #resyncOtherProcesses({ name }: LiveModel): void {
    this.#feed?.notify({ kind: 'resync', name });
  }

  #update(model: LiveModel, position: Position, topics: readonly TopicData[]): void {
    model.reach(position);
    if (topics.length > 0) {
      this.#changes(topics.map((each) => ({ type: 'delta', position, ...each }) as const));
    }
    this.#waiters.check();
  }

  /** Takes over the position and status that the leading process wrote. */
  #mirror(model: LiveModel, { position, status, error }: Checkpoint): void {
    model.reach(position);
    if (status !== 'degraded') model.unpark();
    else if (model.parked === undefined) this.park(model, { status, error: error ?? '' });
  }

  get #isLeading(): boolean {
    return this.#leader !== undefined;
  }

  /** Whether another process would receive a message. */
  get #hasListeners(): boolean {
    return this.#options.machine.elapsedMs() < this.#listenedToUntil;
  }

  #onNotification(notification: Notification): void {
    switch (notification.kind) {
      case 'moved':
        this.#onMoved(notification);
        break;
      case 'resync': {
        const model = this.find(notification.name);
        if (model !== undefined) this.#resyncOwnClients(model);
        break;
      }
      case 'listening':
        this.#onListening();
        break;
      case 'gap':
        for (const model of this.all) this.#resyncOwnClients(model);
        this.#refreshSoon();
        break;
      case 'look':
        this.#refreshSoon();
        break;
      default:
        notification satisfies never;
    }
  }

  /** Ignores old positions, which a process that froze and resumed may still send. */
  #onMoved({ name, position, topics, isWhole }: Extract<Notification, { kind: 'moved' }>): void {
    const model = this.find(name);
    if (model === undefined || this.#isLeading || position <= model.notifiedPosition) return;
    if (isWhole) model.noteNotified(position);
    this.#update(model, position, topics);
  }

  #onListening(): void {
    const hadListeners = this.#hasListeners;
    this.#listenedToUntil = this.#options.machine.elapsedMs() + LISTENS_MS;
    // Without listeners, commits were not reported, so the process that listens now has missed them.
    if (!hadListeners && this.#isLeading)
      for (const model of this.all) this.#resyncOtherProcesses(model);
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
