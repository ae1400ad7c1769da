import pg from 'pg';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { serveLoading } from '#/projections/load-in-thread.ts';

/** The thread that `loadApart` starts: reads the log and writes read models over connections of its own. */
await serveLoading(async (databaseUrl: string) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  pool.on('error', () => undefined);
  return { store: await openPostgresStore({ connectionString: databaseUrl }), pool };
});
