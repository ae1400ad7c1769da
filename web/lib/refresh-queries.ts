import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

const isFirstLoad = ({ state }: Query): boolean =>
  state.data === undefined && state.fetchStatus !== 'idle';

/** Also repeats a first load in progress, unlike `invalidateQueries`. @param filters undefined: all queries */
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
