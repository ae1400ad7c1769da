import type { LoadGenerations } from '#/projections/engine/rebuild/load-generations.ts';
import { loadInThread } from '#/projections/engine/rebuild/load-in-thread.ts';
import type { StoreLocations } from '#/api/composition/store.ts';

/** Returns a function that loads read models in a worker thread, which opens the log and the database itself. */
export const loadApart = ({
  databaseUrl,
  eventStoreUrl,
  eventStorePrefix,
}: StoreLocations): LoadGenerations => {
  const source = JSON.stringify({ databaseUrl, eventStoreUrl, eventStorePrefix });
  return loadInThread(new URL('load-thread.ts', import.meta.url), source);
};
