import pg from 'pg';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { changeFeedContract } from './change-feed.contract.ts';
import { createMemoryChanges } from './memory-changes.ts';
import { openChangeFeed } from './postgres-changes.ts';

changeFeedContract('in memory', async () => ({
  open: createMemoryChanges(),
  dispose: async () => undefined,
}));

changeFeedContract('by Postgres', async () => {
  const database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  return {
    open: (onNotification) => openChangeFeed(pool, onNotification),
    dispose: async () => {
      await pool.end();
      await database.drop();
    },
  };
});
