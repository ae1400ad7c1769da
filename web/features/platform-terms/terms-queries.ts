import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { lookFor, query } from '#/web/lib/rpc.ts';
import type { Terms } from './terms-fields.ts';

export const termsQuery = queryOptions({
  queryKey: ['platform-terms'],
  queryFn: ({ signal }) => query('admin.getPlatformTerms', { after: newestPosition() }, { signal }),
});

export const changesQuery = queryOptions({
  queryKey: ['platform-changes'],
  queryFn: ({ signal }) =>
    query('admin.listPlatformChanges', { after: newestPosition() }, { signal }),
});

/** What a sale at this price would come to. The answer before stays on screen until the next one is there. */
export const examplesQuery = (terms: Terms, price: number) =>
  queryOptions({
    queryKey: ['example-sales', terms, price],
    queryFn: ({ signal }) => lookFor('admin.previewPlatformTerms', { terms, price }, { signal }),
    placeholderData: keepPreviousData,
  });
