import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

export const sellerSummaryQuery = (days: number) =>
  queryOptions({
    queryKey: ['summary', 'seller', days],
    queryFn: ({ signal }) =>
      query('seller.getSummary', { days, after: newestPosition() }, { signal }),
    placeholderData: keepPreviousData,
  });

export const platformSummaryQuery = (days: number) =>
  queryOptions({
    queryKey: ['summary', 'platform', days],
    queryFn: ({ signal }) =>
      query('admin.getSummary', { days, after: newestPosition() }, { signal }),
    placeholderData: keepPreviousData,
  });
