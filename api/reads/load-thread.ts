import pg from 'pg';
import { z } from 'zod';
import { openStore } from '#/api/composition/store.ts';
import { serveLoading } from '#/projections/engine/rebuild/load-in-thread.ts';

const locations = z.object({
  databaseUrl: z.string(),
  eventStoreUrl: z.string().optional(),
  eventStorePrefix: z.string().optional(),
});

/** Thread started by `loadApart`, with its own connections. */
await serveLoading(async (source: string) => {
  const log = locations.parse(JSON.parse(source));
  const { databaseUrl } = log;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { store: await openStore(log), pool };
});
