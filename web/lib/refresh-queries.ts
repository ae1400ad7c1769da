import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

const isFirstLoad = ({ state }: Query): boolean =>
  state.data === undefined && state.fetchStatus !== 'idle';

/**
 * Asks again for what these queries show; resolves once first loads that were under way have ended. Their answers may be older than the
 * news because of which we ask, and `invalidateQueries` alone leaves a first load as it is (TanStack Query, `Query.fetch`).
 * @param filters which; undefined = all
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
