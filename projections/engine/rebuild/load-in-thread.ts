import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Pool } from 'pg';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { Generation } from '#/projections/engine/run/generation.ts';
import { tablesIn } from '#/projections/engine/tables/postgres.ts';
import { loadFrom, type LoadGenerations } from './load-generations.ts';
import { projectionsNamed } from '#/projections/registry.ts';

interface Task {
  readonly plans: readonly { readonly name: string; readonly generation: number }[];
  readonly until: Position | '';
  readonly rowsInMemory: number;
  readonly keepsGenerations: boolean;
  readonly isThrottled: boolean;
}

type Message =
  | { readonly kind: 'read'; readonly events: number }
  | { readonly kind: 'indexing' }
  | { readonly kind: 'loaded'; readonly positions: readonly (Position | '')[] };

/** Megabytes per half of V8's young generation. With more room, V8 copies rows less often. */
const SEMI_SPACE = 64;

/**
 * Loads generations in a worker thread, so that this thread can go on answering requests.
 * @param file the program of the worker, which calls `serveLoading`
 * @param source tells the program where the log and the database are
 */
export const loadInThread =
  (file: URL, source: string): LoadGenerations =>
  async (
    plans,
    { pool, until, rowsInMemory, keepsGenerations, isThrottled, signal, onRead, onIndexing },
  ) => {
    const namedPlans = plans.map(({ projection: { name }, generation }) => ({ name, generation }));
    const task: Task = { plans: namedPlans, until, rowsInMemory, keepsGenerations, isThrottled };
    // The resource limit sets the maximum, which V8 would reach too late. The flag sets the minimum.
    setFlagsFromString(`--min-semi-space-size=${SEMI_SPACE}`);
    const worker = new Worker(file, {
      workerData: { source, task },
      resourceLimits: { maxYoungGenerationSizeMb: 3 * SEMI_SPACE },
    });
    const stop = (): void => worker.postMessage('stop');
    signal?.addEventListener('abort', stop, { once: true });
    let positions: readonly (Position | '')[] | undefined;
    worker.on('message', (message: Message) => {
      if (message.kind === 'read') onRead(message.events);
      else if (message.kind === 'indexing') onIndexing();
      else positions = message.positions;
    });
    try {
      if (signal?.aborted === true) stop();
      await once(worker, 'exit');
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    signal?.throwIfAborted();
    if (positions === undefined) throw new Error('the loading thread ended early');
    return plans.map(({ projection, generation }, index) => {
      return new Generation(tablesIn(pool), projection, {
        generation,
        position: positions?.[index] ?? '',
      });
    });
  };

/** Runs in the worker thread: loads its task, then ends. */
export const serveLoading = async (
  open: (source: string) => Promise<{ readonly store: EventStore; readonly pool: Pool }>,
): Promise<void> => {
  const { source, task }: { source: string; task: Task } = workerData;
  const stopping = new AbortController();
  parentPort?.once('message', () => stopping.abort());
  const post = (message: Message): void => parentPort?.postMessage(message);
  const { store, pool } = await open(source);
  try {
    const plans = task.plans.flatMap(({ name, generation }) =>
      (projectionsNamed(name) ?? []).map((projection) => ({ projection, generation })),
    );
    const loaded = await loadFrom(store)(plans, {
      ...task,
      pool,
      signal: stopping.signal,
      onRead: (events) => post({ kind: 'read', events }),
      onIndexing: () => post({ kind: 'indexing' }),
    });
    post({ kind: 'loaded', positions: loaded.map(({ position }) => position) });
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await Promise.all([store.close(), pool.end()]);
    parentPort?.close();
  }
};
