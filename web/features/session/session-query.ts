import { queryOptions } from '@tanstack/react-query';
import { query } from '#/web/lib/rpc.ts';

/** Who is signed in; null when nobody is. Read again when the window is looked at after a while. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => query('session.get', {}, { signal }),
  staleTime: 60_000,
});
