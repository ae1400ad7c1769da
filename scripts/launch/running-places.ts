import type { StoreLocations } from '#/api/composition/store.ts';
import { BadEnvironment } from './command.ts';
import { checkDatabaseUrl, checkEventStoreUrl, readEnvironment } from './environment.ts';
import { runningPostgres } from '#/scripts/embedded-postgres/postgres.ts';

/** `DATABASE_URL`, or the embedded Postgres that runs. @throws BadEnvironment when there is none */
export const runningDatabaseUrl = async (): Promise<string> => {
  const { dataDir, databaseUrl } = readEnvironment();
  if (databaseUrl !== undefined) await checkDatabaseUrl(databaseUrl);
  const url = databaseUrl ?? (await runningPostgres(dataDir));
  if (url !== undefined) return url;
  throw new BadEnvironment(`No Postgres runs in ${dataDir}: npm start starts one.`);
};

/** Where a running product keeps its log and all else: `EVENTSTORE_URL` and its prefix too. @throws BadEnvironment */
export const runningPlaces = async (): Promise<StoreLocations> => {
  const { eventStoreUrl, eventStorePrefix } = readEnvironment();
  if (eventStoreUrl !== undefined) await checkEventStoreUrl(eventStoreUrl);
  return { databaseUrl: await runningDatabaseUrl(), eventStoreUrl, eventStorePrefix };
};
