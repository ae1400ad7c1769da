import type { Pool } from 'pg';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { openChangeFeed } from '#/projections/engine/run/postgres-changes.ts';
import type { ReadModelStores } from '#/projections/engine/run/runner.ts';
import { createCheckpoints } from './checkpoint-table.ts';
import { tablesIn } from './postgres.ts';

export const readModelsIn = async (pool: Pool): Promise<ReadModelStores> => {
  await createCheckpoints(pool);
  return {
    tables: tablesIn(pool),
    openFeed: (onNotification) => openChangeFeed(pool, onNotification),
    build: async (store, projections, signal) =>
      void (await rebuild({ store, pool, projections, ...(signal && { signal }) })),
  };
};
