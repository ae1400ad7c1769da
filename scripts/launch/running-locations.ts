import type { StoreLocations } from '#/api/composition/store.ts';
import { BadEnvironment } from './command.ts';
import { checkDatabaseUrl, checkEventStoreUrl, readEnvironment } from './environment.ts';
import { findRunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';

/** @throws BadEnvironment when no Postgres answers there */
export const findRunningDatabaseUrl = async (): Promise<string> => {
  const { dataDir, databaseUrl } = readEnvironment();
  if (databaseUrl !== undefined) await checkDatabaseUrl(databaseUrl);
  const url = databaseUrl ?? (await findRunningPostgres(dataDir));
  if (url !== undefined) return url;
  throw new BadEnvironment(`No Postgres runs in ${dataDir}: npm start starts one.`);
};

/** @throws BadEnvironment */
export const findRunningLocations = async (): Promise<StoreLocations> => {
  const { eventStoreUrl, eventStorePrefix } = readEnvironment();
  if (eventStoreUrl !== undefined) await checkEventStoreUrl(eventStoreUrl);
  return { databaseUrl: await findRunningDatabaseUrl(), eventStoreUrl, eventStorePrefix };
};
