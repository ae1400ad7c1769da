import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from '#/scripts/load/launch.ts';
import { freePort } from '#/scripts/load/product.ts';
import { startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import type { Fleet } from './fleet.ts';
import type { SupervisedProcess } from './supervised-process.ts';

const DOUBLE = join(import.meta.dirname, '..', 'commands', 'eventstoredb-double.ts');

/** An EventStoreDB beside the product, played by its double. The double's Postgres is its disk, to which no fault happens. */
export interface SupervisedEventStore {
  /** The URL for clients. */
  readonly url: string;
  readonly process: SupervisedProcess;
  /** Stops the Postgres behind it; the server itself must have ended before. */
  readonly stop: () => Promise<void>;
}

/** Starts it in its own folder below the product's; the fleet restarts it when it ends. */
export const superviseEventStore = async (
  dataDir: string,
  fleet: Pick<Fleet, 'supervise'>,
): Promise<SupervisedEventStore> => {
  const own = join(dataDir, 'event-store');
  await mkdir(own, { recursive: true });
  const disk = await startPostgres({ dataDir: own });
  const port = await freePort();
  const process = fleet.supervise('event store', () =>
    launch({
      command: [DOUBLE, '--port', String(port), '--store', 'postgres'],
      environment: { DATABASE_URL: disk.url },
      log: join(dataDir, 'event-store.log'),
      upWith: 'esdb://',
    }),
  );
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    process,
    stop: disk.stop,
  };
};
