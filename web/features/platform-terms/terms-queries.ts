import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { newestPosition } from '#/web/lib/own-writes.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { lookFor, query } from '#/web/lib/rpc.ts';
import type { OwnTerms } from './own-terms-draft.ts';
import type { PlatformTerms } from './terms-fields.ts';

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

export type Examples = OutputOf<'admin.previewPlatformTerms'>;

/** The terms that example sales are priced by. The server completes a seller's own terms with the platform's. */
export type TermsToPrice =
  | { readonly terms: PlatformTerms }
  | { readonly sellerId: string; readonly terms: OwnTerms };

/** The earlier answer stays until the next one arrives. */
export const examplesQuery = (priced: TermsToPrice, price: number) =>
  queryOptions({
    queryKey: ['example-sales', priced, price],
    queryFn: ({ signal }) =>
      'sellerId' in priced
        ? lookFor('admin.previewSellerTerms', { ...priced, price }, { signal })
        : lookFor('admin.previewPlatformTerms', { ...priced, price }, { signal }),
    placeholderData: keepPreviousData,
  });
