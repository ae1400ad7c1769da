import { queryOptions } from '@tanstack/react-query';
import { query } from '#/web/lib/rpc.ts';

/** Null when signed out. Read again on focus, if the last read is a minute old. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => query('session.get', {}, { signal }),
  staleTime: 60_000,
});
