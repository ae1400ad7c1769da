import type { StoreLocations } from '#/api/composition/store.ts';
import { checkDatabaseUrl, checkEventStoreUrl, type ScriptEnvironment } from './environment.ts';
import { BadEnvironment } from './command.ts';
import type { Progress } from './progress.ts';
import { startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { waitUntil } from './wait-until.ts';

export interface OpenDatabase {
  readonly url: string;
  /** Leaves the operator's own Postgres running. */
  readonly stop: () => Promise<void>;
}

/** How many milliseconds to wait, by error code: the server recovers after a crash, or does not listen yet. */
const waitMsByCode: Readonly<Record<string, number>> = { '57P03': 60_000, ECONNREFUSED: 5_000 };

/** @throws BadEnvironment */
const waitForDatabase = async (url: string, { onProgress, signal }: Progress): Promise<void> => {
  const began = performance.now();
  let isPrinted = false;
  const look = async (): Promise<'there' | undefined> => {
    try {
      await checkDatabaseUrl(url);
      return 'there';
    } catch (error) {
      const code = error instanceof BadEnvironment ? errorCodeOf(error.cause) : undefined;
      const waitMs = waitMsByCode[code ?? ''] ?? 0;
      if (performance.now() - began > waitMs) throw error;
      if (!isPrinted) onProgress('Waiting for the database to take connections');
      isPrinted = true;
      return undefined;
    }
  };
  await waitUntil(look, { timeoutMs: Infinity, everyMs: 250, signal });
};

/** Opens the operator's own Postgres, or starts or joins the embedded one. @throws BadEnvironment */
export const openDatabase = async (
  dataDir: string,
  databaseUrl: string | undefined,
  progress: Progress,
): Promise<OpenDatabase> => {
  if (databaseUrl === undefined) return startPostgres({ dataDir, ...progress });
  await waitForDatabase(databaseUrl, progress);
  return { url: databaseUrl, stop: async () => undefined };
};

/**
 * Checks the EventStoreDB, if there is one, and opens the database until the command ends.
 * @throws BadEnvironment
 */
export const prepareStores = async (
  environment: ScriptEnvironment,
  resources: AsyncDisposableStack,
  progress: Progress,
): Promise<StoreLocations> => {
  const { dataDir, databaseUrl, eventStoreUrl, eventStorePrefix } = environment;
  if (eventStoreUrl !== undefined) await checkEventStoreUrl(eventStoreUrl);
  const database = await openDatabase(dataDir, databaseUrl, progress);
  resources.defer(database.stop);
  return { databaseUrl: database.url, eventStoreUrl, eventStorePrefix };
};
