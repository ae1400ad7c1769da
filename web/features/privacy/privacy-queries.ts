import { queryOptions } from '@tanstack/react-query';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

export const subjectQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['subject', paymentId],
    queryFn: ({ signal }) =>
      query('admin.getSubject', { paymentId, after: newestPosition() }, { signal }),
  });
