import pg from 'pg';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { leasesContract } from './leases.contract.ts';
import { openPostgresLeases } from './postgres.ts';

leasesContract('in Postgres', async () => {
  const database = await testDatabase();
  const pools: pg.Pool[] = [];
  const connect = (): pg.Pool => {
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  };
  const testPool = connect();
  return {
    open: () => openPostgresLeases(connect()),
    expire: async () => {
      await testPool.query("UPDATE processes.lease SET expires_at = '-infinity'");
    },
    cutOff: async () => {
      await testPool.query(
        'SELECT pg_terminate_backend(backend) FROM processes.lease WHERE backend <> pg_backend_pid()',
      );
    },
    holdUp: async () => {
      const blocker = await testPool.connect();
      await blocker.query('BEGIN; LOCK TABLE processes.lease');
      return async () => {
        await blocker.query('ROLLBACK');
        blocker.release();
      };
    },
    lastRenewal: async () => {
      const { rows } = await testPool.query<{ at: string }>(
        'SELECT expires_at::text AS at FROM processes.lease',
      );
      return rows[0]?.at ?? '';
    },
    dispose: async () => {
      for (const pool of pools) await pool.end();
      await database.drop();
    },
  };
});
