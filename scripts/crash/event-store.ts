import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from '#/scripts/load/launch.ts';
import { freePort } from '#/scripts/load/product.ts';
import { startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import type { Fleet } from './fleet.ts';
import type { Life } from './life.ts';

const DOUBLE = join(import.meta.dirname, '..', 'eventstoredb-double.ts');

/** An EventStoreDB beside the product, played by its double. The double's Postgres is its disk, to which no fault happens. */
export interface KeptEventStore {
  /** The URL for clients. */
  readonly url: string;
  readonly life: Life;
  /** Stops the Postgres behind it; the server itself must have ended before. */
  readonly stop: () => Promise<void>;
}

/** Starts it in its own folder below the product's; the fleet restarts it when it ends. */
export const keepEventStore = async (
  dataDir: string,
  fleet: Pick<Fleet, 'keep'>,
): Promise<KeptEventStore> => {
  const own = join(dataDir, 'event-store');
  await mkdir(own, { recursive: true });
  const disk = await startPostgres({ dataDir: own });
  const port = await freePort();
  const life = fleet.keep('event store', () =>
    launch({
      command: [DOUBLE, '--port', String(port), '--store', 'postgres'],
      environment: { DATABASE_URL: disk.url },
      log: join(dataDir, 'event-store.log'),
      upWith: 'esdb://',
    }),
  );
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    life,
    stop: disk.stop,
  };
};
