import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { lookFor, query } from '#/web/lib/rpc.ts';
import type { OwnTerms } from './own-terms-fields.ts';
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

export const ownTermsQuery = (sellerId: string) =>
  queryOptions({
    queryKey: ['own-terms', sellerId],
    queryFn: ({ signal }) =>
      query('admin.getSellerTerms', { sellerId, after: newestPosition() }, { signal }),
  });

/** Terms by which sales are priced: those of a platform, or what a seller has of their own beside them. */
export type Priced =
  | { readonly terms: Terms }
  | { readonly sellerId: string; readonly terms: OwnTerms };

/** What a sale at this price would come to. The answer before stays on screen until the next one is there. */
export const examplesQuery = (priced: Priced, price: number) =>
  queryOptions({
    queryKey: ['example-sales', priced, price],
    queryFn: ({ signal }) =>
      'sellerId' in priced
        ? lookFor('admin.previewSellerTerms', { ...priced, price }, { signal })
        : lookFor('admin.previewPlatformTerms', { ...priced, price }, { signal }),
    placeholderData: keepPreviousData,
  });
