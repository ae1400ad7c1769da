import { checkDatabaseUrl } from '#/scripts/environment.ts';
import type { Progress } from '#/scripts/progress.ts';
import { startPostgres } from '#/scripts/postgres.ts';

export interface OpenDatabase {
  readonly url: string;
  /** Ends the embedded one; of an operator's own it does nothing. */
  readonly stop: () => Promise<void>;
}

/** The operator's own Postgres where there is one, else the embedded one, started. @throws BadEnvironment */
export const openDatabase = async (
  dataDir: string,
  databaseUrl: string | undefined,
  progress: Progress,
): Promise<OpenDatabase> => {
  if (databaseUrl === undefined) return startPostgres({ dataDir, ...progress });
  await checkDatabaseUrl(databaseUrl);
  return { url: databaseUrl, stop: async () => undefined };
};
