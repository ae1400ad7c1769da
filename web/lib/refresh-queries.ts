import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

const isFirstLoad = ({ state }: Query): boolean =>
  state.data === undefined && state.fetchStatus !== 'idle';

/**
 * Reads queries again because their data changed; resolves once first loads in progress have ended. Such a load may return data older
 * than the change, and `invalidateQueries` alone does not repeat a first load (TanStack Query, `Query.fetch`).
 * @param filters the queries to read again; undefined = all
 */
export const refreshQueries = async (
  client: QueryClient,
  filters: QueryFilters = {},
): Promise<void> => {
  const loading = client.getQueryCache().findAll(filters).filter(isFirstLoad);
  void client.invalidateQueries(filters);
  if (loading.length === 0) return;
  await Promise.allSettled(loading.flatMap(({ promise }) => promise ?? []));
  void client.invalidateQueries({ predicate: (query) => loading.includes(query) });
};
