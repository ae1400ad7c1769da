import { expect } from 'chai';
import fc from 'fast-check';
import type { EventStore } from '#/ledger/event-store.ts';
import { readLog } from '#/ledger/contract/samples.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { projections } from '#/projections/registry.ts';
import { appendAll } from '#/projections/testing/history.ts';
import { projectionWorld, rowsIn } from '#/projections/testing/projection-world.ts';
import { randomHistory } from '#/projections/testing/random-history.ts';

/** Tables that contain log positions; each store has its own format for positions. */
const tablesWithPositions = ['payment-timeline.payment_timeline', 'journal.journal_line'];

/** Returns the rows of each table, in which every log position is replaced by the number of its event, and the tables with positions. */
const derivedRows = async (store: EventStore) => {
  const world = await projectionWorld(projections, store);
  try {
    const log = await readLog(store);
    const head = log.at(-1)?.position;
    const names = projections.map(({ name }) => name);
    if (head !== undefined && !(await world.running.waitFor(head, names, 20_000))) {
      throw new Error('the read models do not keep up', { cause: world.problems.at(-1)?.error });
    }
    const numbers = new Map(log.map(({ position }, index) => [`"${position}"`, `"#${index}"`]));
    const positionPattern = /"(?:e:\d{20}:)?\d{20}"/g;
    const tables = new Map<string, readonly string[]>();
    const withPositions = new Set<string>();
    for (const projection of projections) {
      for (const table of Object.values(projection.tables)) {
        const name = `${projection.name}.${table.name}`;
        const rows = await rowsIn(world.pool, projection, 1, table);
        const numbered = rows.map((row) =>
          row.replace(positionPattern, (at) => numbers.get(at) ?? at),
        );
        if (numbered.some((row, index) => row !== rows[index])) withPositions.add(name);
        tables.set(name, numbered);
      }
    }
    return { tables, withPositions };
  } finally {
    await world.close();
  }
};

describe('Read models over different event stores', () => {
  it('have the same rows over Postgres and over EventStoreDB, apart from positions', async () => {
    const [history] = fc.sample(randomHistory({ maxLength: 800 }), { numRuns: 1, seed: 7 });
    const happened = history?.take() ?? [];
    expect(happened.length).to.be.above(200);

    const database = await testDatabase();
    const server = await testEventStoreDb(createMemoryStore());
    const postgres = await openPostgresStore({ connectionString: database.url });
    const eventStoreDb = await openEventStoreDb({ connectionString: server.url });
    try {
      await Promise.all([appendAll(postgres, happened), appendAll(eventStoreDb, happened)]);
      const contentOf = async (store: EventStore) =>
        (await readLog(store)).map(({ stream, revision, id, type, data, meta }) => {
          return { stream, revision, id, type, data, meta };
        });
      expect(await contentOf(eventStoreDb)).to.deep.equal(await contentOf(postgres));

      const [overPostgres, overEventStoreDb] = [
        await derivedRows(postgres),
        await derivedRows(eventStoreDb),
      ];
      expect(overEventStoreDb.tables).to.deep.equal(overPostgres.tables);
      expect([...overEventStoreDb.withPositions])
        .to.deep.equal([...overPostgres.withPositions])
        .and.to.deep.equal(tablesWithPositions);
    } finally {
      await Promise.all([postgres.close(), eventStoreDb.close()]);
      await server.stop();
      await database.drop();
    }
  }).timeout(60_000);
});
