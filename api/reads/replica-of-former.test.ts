import { expect } from 'chai';
import pg from 'pg';
import { createLogger } from '#/api/operations/logger.ts';
import { createMetrics } from '#/api/operations/metrics.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { write } from '#/ledger/testing/floating-postgres.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { onServer } from '#/scripts/testing/faulty-postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { replicatedPostgres } from '#/scripts/testing/replicated-postgres.ts';
import { createReplicas } from './replicas.ts';

const writeAt = async (url: string, id: string): Promise<void> => {
  const store = await openPostgresStore({ connectionString: url });
  await write(store, id);
  await store.close();
};

describe('A replica that stays with the former server after a failover', function () {
  this.timeout(60_000);

  it('is left out as soon as its log has another event than the new server’s', async () => {
    const postgres = await replicatedPostgres(1);
    const primary = new pg.Pool({ connectionString: postgres.url });
    const [replica] = postgres.standbys;
    if (!replica) throw new Error('one was asked for');
    await readModelsIn(primary);
    await writeAt(postgres.url, 'p-1');
    await replica.catchUp();
    const projections = { positions: () => new Map<string, ''>() };
    const logger = createLogger('silent');
    const parts = { projections, logger, metrics: createMetrics(), tickMs: 50 };
    const replicas = createReplicas({ urls: [replica.url], primary, ...parts });
    const exclusion = () => replicas.listExcluded().get('replica-1');
    try {
      await eventually(() => exclusion() === undefined || undefined, 'it answers reads');
      // From now on the two servers' logs differ, as after a failover when the replica still follows the former primary.
      await onServer(replica.url, 'SELECT pg_promote()');
      await writeAt(replica.url, 'p-lost');
      await writeAt(postgres.url, 'p-2');
      await eventually(() => exclusion() === 'a copy of another database' || undefined, 'left out');
      await writeAt(postgres.url, 'p-3');
      expect(await replicas.read([], undefined, async () => 'lost')).to.equal(undefined);
    } finally {
      await replicas.stop();
      await primary.end();
      await postgres.stop();
    }
  });
});
