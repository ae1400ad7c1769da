import { queryOptions } from '@tanstack/react-query';
import { query } from '#/web/lib/rpc.ts';

/** The page is polled, because a rebuild can take minutes. */
const POLL_MILLISECONDS = 10_000;

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => query('master.getInstallation', {}, { signal }),
  refetchInterval: POLL_MILLISECONDS,
});
