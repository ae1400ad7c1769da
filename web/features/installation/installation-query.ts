import { queryOptions } from '@tanstack/react-query';
import { query } from '#/web/lib/rpc.ts';

/** A rebuild can take minutes. */
const LOOK_MILLISECONDS = 10_000;

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => query('master.getInstallation', {}, { signal }),
  refetchInterval: LOOK_MILLISECONDS,
});
