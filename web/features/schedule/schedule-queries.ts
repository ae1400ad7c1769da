import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

export type SavedSchedule = OutputOf<'seller.getSchedule'>;

export const scheduleQuery = queryOptions({
  queryKey: ['own-schedule'],
  queryFn: ({ signal }) => query('seller.getSchedule', { after: newestPosition() }, { signal }),
});
