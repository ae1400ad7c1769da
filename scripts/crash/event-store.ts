import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from '#/scripts/load/launch.ts';
import { freePort } from '#/scripts/load/product.ts';
import { startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import type { Processes } from './processes.ts';
import type { SupervisedProcess } from './supervised-process.ts';

const DOUBLE = join(import.meta.dirname, '..', 'commands', 'eventstoredb-double.ts');

/** An EventStoreDB double, whose own Postgres gets no faults. */
export interface SupervisedEventStore {
  /** URL for clients. */
  readonly url: string;
  readonly process: SupervisedProcess;
  /** Stops its Postgres. Call this after `process` has ended. */
  readonly stop: () => Promise<void>;
}

/** Restarts the event store whenever it ends. */
export const superviseEventStore = async (
  dataDir: string,
  processes: Pick<Processes, 'supervise'>,
): Promise<SupervisedEventStore> => {
  const folder = join(dataDir, 'event-store');
  await mkdir(folder, { recursive: true });
  const postgres = await startPostgres({ dataDir: folder });
  const port = await freePort();
  const process = processes.supervise('event store', () =>
    launch({
      command: [DOUBLE, '--port', String(port), '--store', 'postgres'],
      environment: { DATABASE_URL: postgres.url },
      log: join(dataDir, 'event-store.log'),
      upWith: 'esdb://',
    }),
  );
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    process,
    stop: postgres.stop,
  };
};
