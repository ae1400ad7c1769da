import { buildInMemory } from '#/projections/engine/tables/build-in-memory.ts';
import { createMemoryTables, type MemoryTables } from '#/projections/engine/tables/memory.ts';
import type { GenerationChange, Tables } from '#/projections/engine/tables/tables.ts';
import type { OpenFeed } from '#/projections/engine/run/change-feed.ts';
import { createMemoryChanges } from '#/projections/engine/run/memory-changes.ts';
import type { ReadModelStores } from '#/projections/engine/run/runner.ts';
import type { Reached } from '#/ledger/checkpoints/checkpoints.ts';
import { callShared, type Connection } from '#/scripts/simulation/remote.ts';
import type { World } from '#/scripts/simulation/world.ts';

/** Shared by all processes of an installation. */
export interface SharedReads {
  readonly tables: MemoryTables;
  readonly openFeed: OpenFeed;
  /** Names an event by its position in the log. */
  readonly eventAt: (position: Reached) => string;
}

export const createSharedReads = (world: World, eventAt: SharedReads['eventAt']): SharedReads => ({
  tables: createMemoryTables(() => world.now),
  openFeed: createMemoryChanges(),
  eventAt,
});

/** Writes tables by their names. */
const withoutSchemas = ({ tables, ...change }: GenerationChange): unknown => ({
  ...change,
  tables: tables.map(({ table, rows }) => [table.name, rows]),
});

/** The tables for one process, which polls for changed checkpoints. A poll that finds none is not a step. */
const tablesOf = (
  connection: Connection,
  { tables, eventAt }: Pick<SharedReads, 'tables' | 'eventAt'>,
): MemoryTables => {
  let lastRows: Awaited<ReturnType<Tables['live']>> | undefined;
  const reach = <Answer>(
    what: string,
    about: string,
    sent: readonly unknown[],
    call: () => Promise<Answer>,
  ) => callShared(connection, `tables ${what}`, { about, sent }, call);
  const commit: Tables['commit'] = (writings) => {
    const about = writings.map(({ name, upTo }) => `${name} ${eventAt(upTo)}`).join(' ');
    return reach('commit', about, writings.map(withoutSchemas), () => tables.commit(writings));
  };
  return {
    ...tables,
    live: async (names) => {
      const rows = await tables.live(names);
      // A checkpoint that moved is a new object.
      const isSame =
        rows.length === lastRows?.length && rows.every((row, nth) => row === lastRows?.[nth]);
      if (isSame && !connection.process.isDead) return rows;
      lastRows = rows;
      return reach('live', '', names, () => tables.live(names));
    },
    liveSettled: (names) => reach('live settled', '', names, () => tables.liveSettled(names)),
    markDegraded: (at, error) =>
      reach('mark degraded', at.name, [at, error], () => tables.markDegraded(at, error)),
    markLive: (at) => reach('mark live', at.name, [at], () => tables.markLive(at)),
    rows: (at, table, keys) =>
      reach('rows', `${table.name} ${keys.join(' ')}`, [at, table.name, keys], () =>
        tables.rows(at, table, keys),
      ),
    commit,
    session: () => ({ commit, close: () => undefined }),
    latest: (names) => reach('latest', '', names, () => tables.latest(names)),
    takeOver: (generations) =>
      reach('take over', generations.map(({ name }) => name).join(' '), generations, () =>
        tables.takeOver(generations),
      ),
  };
};

/** The feed ends with the process. A lost message arrives as a gap. */
const feedOf =
  (
    { process, isAway }: Connection,
    { openFeed, eventAt }: Pick<SharedReads, 'openFeed' | 'eventAt'>,
  ): OpenFeed =>
  async (onNotification) => {
    const feed = await openFeed((sent) => {
      const about = sent.kind === 'moved' ? `${sent.name} ${eventAt(sent.position)}` : '';
      const isMissed = isAway(`${process.name} hears ${sent.kind} ${about}`);
      process.receive(() => onNotification(isMissed ? { kind: 'gap' } : sent));
    });
    process.ended.addEventListener('abort', () => void feed.close(), { once: true });
    return feed;
  };

/** The stores of one process. */
export const readsOf = (connection: Connection, shared: SharedReads): ReadModelStores => {
  const tables = tablesOf(connection, shared);
  return { tables, openFeed: feedOf(connection, shared), build: buildInMemory(tables) };
};
