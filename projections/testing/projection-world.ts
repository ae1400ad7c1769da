import pg from 'pg';
import type { EventStore } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import type { Change, Projection } from '#/projections/engine/define/define-projection.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections, type RunningProjections } from '#/projections/engine/run/runner.ts';
import { schemaOf, tableIn } from '#/projections/engine/define/table-sql.ts';
import { snakeCase, type Table } from '#/projections/engine/define/table.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { appendAll, type History } from './history.ts';

export interface ProjectionWorld {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly url: string;
  readonly running: RunningProjections;
  readonly changes: Change[];
  readonly problems: { readonly name: string | null; readonly error: unknown }[];
  /** Appends the history's new events, and waits until all read models have applied them. */
  readonly happen: (history: History) => Promise<void>;
  /** Resolves once this read model is not live. */
  readonly stopped: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const projectionWorld = async (
  projections: readonly Projection[],
  store: EventStore = createMemoryStore(),
): Promise<ProjectionWorld> => {
  const database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 10 });
  pool.on('error', () => undefined);
  const changes: Change[] = [];
  const problems: { readonly name: string | null; readonly error: unknown }[] = [];
  const checks = new Set<() => void>();
  const running = await startProjections({
    store,
    ...(await readModelsIn(pool)),
    projections,
    changes: (received) => changes.push(...received),
    onProblem: (name, error) => {
      problems.push({ name, error });
      for (const check of checks) check();
    },
  });
  const names = projections.map(({ name }) => name);
  return {
    store,
    pool,
    url: database.url,
    running,
    changes,
    problems,
    happen: async (history) => {
      await appendAll(store, history.take());
      const head = await store.head();
      if (head === undefined || (await running.waitFor(head, names, 20_000))) return;
      throw new Error('the read models do not keep up', { cause: problems.at(-1)?.error });
    },
    stopped: (name) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = running.health().find((each) => each.name === name);
          if (found?.status !== 'live') resolve();
        };
        checks.add(check);
        check();
      }),
    close: async () => {
      await running.stop();
      await pool.end();
      await database.drop();
    },
  };
};

/** Returns all rows of one generation of a table, as JSON texts in key order. */
export const rowsIn = async (
  pool: pg.Pool,
  { name }: Projection,
  generation: number,
  table: Table,
): Promise<readonly string[]> => {
  const key = table.key.map((column) => `"${snakeCase(column)}"`).join(', ');
  const { rows } = await pool.query<{ text: string }>(
    `SELECT row_to_json(t)::text AS text FROM ${tableIn(schemaOf(name, generation), table)} AS t
      ORDER BY ${key}`,
  );
  return rows.map(({ text }) => text);
};
