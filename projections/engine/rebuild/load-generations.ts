import { thisMachine } from '#/ledger/machine.ts';
import { availableParallelism } from 'node:os';
import type { Pool, PoolClient } from 'pg';
import { eventReadOf, type EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import type { EventType } from '#/domain/aggregates/events.ts';
import { decode, isEventType, type RecordedEvent } from '#/ledger/codec.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { Generation } from '#/projections/engine/run/generation.ts';
import { tablesIn } from '#/projections/engine/tables/postgres.ts';
import { Loader } from './loader.ts';
import { pauseAfterWork } from '#/projections/engine/run/pace.ts';

/** Events per batch. Rows are read back at most once per batch and table; a larger batch uses more memory. */
const BATCH = 500;

/** Returns the first events of a batch, up to and including a position. */
export const eventsUpTo = <Event extends Pick<Recorded, 'position'>>(
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

export interface LoadOptions {
  /** Pool of the database that holds the new generations. */
  readonly pool: Pool;
  /** Position of the last event to load, inclusive; `''` means load nothing. */
  readonly until: Position | '';
  /** About how many rows of each keyed table stay in memory; others are written to Postgres, and read back when needed. */
  readonly rowsInMemory: number;
  /** False if the generations are only compared and then dropped, so that they need no indexes. */
  readonly keepsGenerations: boolean;
  /** Pauses after each batch for as long as the batch took, at most 20 ms. */
  readonly isThrottled: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onRead: (events: number) => void;
  readonly onIndexing: () => void;
}

/** Builds generations from the log and leaves them `ready`. */
export type LoadGenerations = (
  plans: readonly LoadPlan[],
  options: LoadOptions,
) => Promise<readonly Generation[]>;

/** When more batches wait for one loader, because Postgres is slow, the reader of the log waits too. */
const MAX_QUEUED_BATCHES = 4;

/** Hands batches to one loader in order; stops after the first failure. */
class BatchQueue {
  readonly #loader: Loader;
  readonly #unfinished: Promise<void>[] = [];
  #currentBatch: RecordedEvent[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(loader: Loader) {
    this.#loader = loader;
  }

  handles(type: EventType): boolean {
    return this.#loader.projection.on[type] !== undefined;
  }

  add(event: RecordedEvent): void {
    this.#currentBatch.push(event);
  }

  /** Resolves when the queue has room for the batch. */
  async flush(end: EventRead): Promise<void> {
    const events = this.#currentBatch;
    this.#currentBatch = [];
    this.#last = this.#last.then(() => this.#loader.take(events, eventReadOf(end)));
    this.#last.catch(() => undefined);
    this.#unfinished.push(this.#last);
    if (this.#unfinished.length > MAX_QUEUED_BATCHES) await this.#unfinished.shift();
  }

  end(): Promise<void> {
    return this.#last;
  }
}

/** Returns the queues for a type of event. A type unknown to this program goes to all, so that decoding it fails. */
const createRouting = (
  queues: readonly BatchQueue[],
): ((type: string) => readonly BatchQueue[]) => {
  const routes = new Map<string, readonly BatchQueue[]>();
  return (type) => {
    const cached = routes.get(type);
    if (cached !== undefined) return cached;
    const route = isEventType(type) ? queues.filter((queue) => queue.handles(type)) : queues;
    routes.set(type, route);
    return route;
  };
};

/** Loaders run independently: one that waits for rows to be read back does not delay the others. */
const read = async (
  store: EventStore,
  loaders: readonly Loader[],
  { until, isThrottled, signal, onRead }: LoadOptions,
): Promise<void> => {
  if (until === '') return;
  const queues = loaders.map((loader) => new BatchQueue(loader));
  const queuesOf = createRouting(queues);
  let began = thisMachine.elapsedMs();
  for await (const recorded of store.readAll({ batchSize: BATCH, ...(signal && { signal }) })) {
    const all = eventsUpTo(recorded, until);
    const last = all.at(-1);
    if (last === undefined) break;
    for (const each of all) {
      const targets = queuesOf(each.type);
      if (targets.length === 0) continue;
      const event = decode(each);
      for (const queue of targets) queue.add(event);
    }
    await Promise.all(queues.map((queue) => queue.flush(last)));
    onRead(all.length);
    if (all.length < recorded.length) break;
    if (isThrottled) await pauseAfterWork(thisMachine.elapsedMs() - began, signal);
    began = thisMachine.elapsedMs();
  }
  await Promise.all(queues.map((queue) => queue.end()));
};

/** Finishes as many loaders at a time as this machine has cores. */
const finish = async (loaders: readonly Loader[]): Promise<void> => {
  const remaining = loaders.values();
  const worker = async (): Promise<void> => {
    for (const loader of remaining) await loader.finish();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
};

/** Loads generations from a log. After a failure, each generation is there completely or not at all. */
export const loadFrom =
  (store: EventStore): LoadGenerations =>
  async (plans, options) => {
    const clients: PoolClient[] = [];
    try {
      // Connects one by one: if Postgres has no connection left, the ones already obtained must be released.
      for (const _ of plans) clients.push(await options.pool.connect());
      const loaders = plans.map(({ projection, generation }, index) => {
        const client = clients[index];
        if (client === undefined) throw new Error('a loader has no connection');
        const { rowsInMemory, keepsGenerations: keepsGeneration } = options;
        return new Loader(client, { projection, generation, rowsInMemory, keepsGeneration });
      });
      await Promise.all(loaders.map((loader) => loader.begin()));
      await read(store, loaders, options);
      options.onIndexing();
      await finish(loaders);
      return loaders.map(
        ({ projection, generation, position }) =>
          new Generation(tablesIn(options.pool), projection, { generation, position }),
      );
    } finally {
      // Closing the connection also rolls back a transaction that was not committed.
      for (const client of clients) client.release(true);
    }
  };
