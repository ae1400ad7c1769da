import { thisMachine } from '#/ledger/machine.ts';
import { availableParallelism } from 'node:os';
import type { Pool, PoolClient } from 'pg';
import { eventReadOf, type EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import type { EventType } from '#/domain/events.ts';
import { decode, isEventType, type RecordedEvent } from '#/ledger/codec.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { Generation } from '#/projections/engine/run/generation.ts';
import { tablesIn } from '#/projections/engine/tables/postgres.ts';
import { Loader } from './loader.ts';
import { rest } from '#/projections/engine/run/pace.ts';

/** Events per batch. Each batch may wait once for rows to be read back; larger batches use more memory and save no time. */
const BATCH = 500;

/** Returns the first events of a batch, up to and including a position. */
export const upTo = <Event extends Pick<Recorded, 'position'>>(
  events: readonly Event[],
  until: Position | '',
): readonly Event[] => {
  const last = events.at(-1);
  if (last === undefined || last.position <= until) return events;
  return events.filter(({ position }) => position <= until);
};

export interface LoadPlan {
  readonly projection: Projection;
  readonly generation: number;
}

export interface Loading {
  /** Pool of the database that holds the new generations. */
  readonly pool: Pool;
  /** Position of the last event to load; `''` for none. */
  readonly until: Position | '';
  readonly rowsInMemory: number;
  /**
   * False when the generations are only compared and then dropped: no indexes, and a key only where loading itself needs it.
   */
  readonly isKept: boolean;
  /** Pauses after each batch for as long as the batch took. */
  readonly leavesRoom: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onRead: (events: number) => void;
  readonly onIndexing: () => void;
}

/** Builds generations from the log and leaves them `ready`. */
export type LoadGenerations = (
  plans: readonly LoadPlan[],
  loading: Loading,
) => Promise<readonly Generation[]>;

/** Batches that a loader may lag behind the reader while Postgres is slow. */
const AHEAD = 4;

/** Hands batches to one loader in order; stops after the first failure. */
class Lane {
  readonly #loader: Loader;
  readonly #unfinished: Promise<void>[] = [];
  #gathered: RecordedEvent[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(loader: Loader) {
    this.#loader = loader;
  }

  handles(type: EventType): boolean {
    return this.#loader.projection.on[type] !== undefined;
  }

  gather(event: RecordedEvent): void {
    this.#gathered.push(event);
  }

  /** Hands over the gathered events. Resolves when there is room for the next batch. */
  async put(end: EventRead): Promise<void> {
    const events = this.#gathered;
    this.#gathered = [];
    this.#last = this.#last.then(() => this.#loader.take(events, eventReadOf(end)));
    this.#last.catch(() => undefined);
    this.#unfinished.push(this.#last);
    if (this.#unfinished.length > AHEAD) await this.#unfinished.shift();
  }

  end(): Promise<void> {
    return this.#last;
  }
}

/** Routes each event type to the lanes that handle it. A type unknown to this program goes to every lane and fails the load. */
const createRouting = (lanes: readonly Lane[]): ((type: string) => readonly Lane[]) => {
  const routes = new Map<string, readonly Lane[]>();
  return (type) => {
    const known = routes.get(type);
    if (known !== undefined) return known;
    const route = isEventType(type) ? lanes.filter((lane) => lane.handles(type)) : lanes;
    routes.set(type, route);
    return route;
  };
};

/** Loaders run independently: one that waits for rows to be read back does not delay the others. */
const read = async (
  store: EventStore,
  loaders: readonly Loader[],
  { until, leavesRoom, signal, onRead }: Loading,
): Promise<void> => {
  if (until === '') return;
  const lanes = loaders.map((loader) => new Lane(loader));
  const lanesOf = createRouting(lanes);
  let began = thisMachine.elapsedMs();
  for await (const recorded of store.readAll({ batchSize: BATCH, ...(signal && { signal }) })) {
    const all = upTo(recorded, until);
    const last = all.at(-1);
    if (last === undefined) break;
    for (const each of all) {
      const concerned = lanesOf(each.type);
      if (concerned.length === 0) continue;
      const event = decode(each);
      for (const lane of concerned) lane.gather(event);
    }
    await Promise.all(lanes.map((lane) => lane.put(last)));
    onRead(all.length);
    if (all.length < recorded.length) break;
    if (leavesRoom) await rest(thisMachine.elapsedMs() - began, signal);
    began = thisMachine.elapsedMs();
  }
  await Promise.all(lanes.map((lane) => lane.end()));
};

/** Builds indexes, which is work for Postgres alone: one load per core at a time, the longest first. */
const finish = async (loaders: readonly Loader[]): Promise<void> => {
  const waiting = loaders.values();
  const lane = async (): Promise<void> => {
    for (const loader of waiting) await loader.finish();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
};

/**
 * Loads in this thread, in one pass over the log, each generation on its own connection. Leaves nothing of them behind when it
 * fails.
 */
export const loadFrom =
  (store: EventStore): LoadGenerations =>
  async (plans, loading) => {
    const clients: PoolClient[] = [];
    try {
      // Connects one by one: if Postgres has no connection left, the ones already obtained must be released.
      for (const _ of plans) clients.push(await loading.pool.connect());
      const loaders = plans.map(({ projection, generation }, index) => {
        const client = clients[index];
        if (client === undefined) throw new Error('a loader has no connection');
        const { rowsInMemory, isKept } = loading;
        return new Loader(client, { projection, generation, rowsInMemory, isKept });
      });
      await Promise.all(loaders.map((loader) => loader.begin()));
      await read(store, loaders, loading);
      loading.onIndexing();
      await finish(loaders);
      return loaders.map(
        ({ projection, generation, position }) =>
          new Generation(tablesIn(loading.pool), projection, { generation, position }),
      );
    } finally {
      // Closing the connection also rolls back a transaction that was not committed.
      for (const client of clients) client.release(true);
    }
  };
