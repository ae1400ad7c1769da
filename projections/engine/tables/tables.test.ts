import { expect } from 'chai';
import pg from 'pg';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { defineProjection } from '#/projections/engine/define/define-projection.ts';
import { select } from '#/projections/engine/define/query.ts';
import { rowTypes } from '#/projections/engine/define/row-types.ts';
import { snakeCase, type AnyRow } from '#/projections/engine/define/table.ts';
import { readModelsIn } from './in-postgres.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { buildInMemory } from './build-in-memory.ts';
import { createMemoryTables } from './memory.ts';
import { tablesIn } from './postgres.ts';
import { LockTimedOut } from './tables.ts';
import { tablesContract } from './tables.contract.ts';

tablesContract('in memory', async () => {
  const tables = createMemoryTables(() => 0);
  return {
    tables,
    build: buildInMemory(tables),
    all: async (name, table) => tables.all({ name }, table),
    dispose: async () => undefined,
  };
});

tablesContract('in Postgres', async () => {
  const database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  return {
    ...(await readModelsIn(pool)),
    all: async (_, table) => {
      const order = table.key.map((column) => ({ column: snakeCase(column) }));
      const { sql: text, bindings } = select(table).orderBy(order).toSQL().toNative();
      const query = { text, values: [...bindings], types: rowTypes };
      return (await pool.query<AnyRow>(query)).rows;
    },
    dispose: async () => {
      await pool.end();
      await database.drop();
    },
  };
});

describe('A session with tables in Postgres', () => {
  it('waits for a lock as long as it may, and can be used again afterwards', async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    const { build } = await readModelsIn(pool);
    const notes = defineProjection({ name: 'notes', version: 1, tables: {}, on: {} });
    await build(createMemoryStore(), [notes]);
    const holder = await pool.connect();
    await holder.query('BEGIN; SELECT FROM projections.checkpoint FOR UPDATE');
    const session = tablesIn(pool).session(50);
    const upTo = decimalPosition(1);
    const writing = {
      name: 'notes',
      generation: 1,
      from: '',
      upTo,
      last: null,
      tables: [],
    } as const;
    const failure = await session.commit([writing]).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(LockTimedOut);
    await holder.query('COMMIT');
    holder.release();
    expect(await session.commit([writing])).to.equal(true);
    session.close();
    await pool.end();
    await database.drop();
  });
});
