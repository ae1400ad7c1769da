import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { OwnSeller } from '#/api/contract/manager.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { lookFor, query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export type Dashboard = OutputOf<'manager.getDashboard'>;

export interface OwnSellersSearch extends TableSearch {
  /** Personal data: in the history entry, not in the URL. */
  readonly text?: string | undefined;
}

/** @param days the period of the ranking */
export const dashboardQuery = (days: number) =>
  queryOptions({
    queryKey: ['manager-dashboard', days],
    queryFn: ({ signal }) =>
      query('manager.getDashboard', { days, after: newestPosition() }, { signal }),
    placeholderData: keepPreviousData,
  });

export const ownSellersQuery = ({ cursor, text }: OwnSellersSearch) => ({
  queryKey: ['own-sellers', text, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
    const listing = { cursor, after: newestPosition() };
    return text === undefined
      ? query('manager.listSellers', listing, { signal })
      : lookFor('manager.searchSellers', { ...listing, text }, { signal });
  },
});

export const ownSellerQuery = (sellerId: string) =>
  queryOptions({
    queryKey: ['own-seller', sellerId],
    queryFn: ({ signal }) =>
      query('manager.getSeller', { sellerId, after: newestPosition() }, { signal }),
  });

/** The first page has no cursor. */
const FIRST_PAGE = '';

export const ownNotesQuery = (sellerId: string) =>
  infiniteQueryOptions({
    queryKey: ['own-notes', sellerId],
    queryFn: ({ pageParam: cursor, signal }) =>
      query(
        'manager.listSellerNotes',
        { sellerId, cursor: cursor || undefined, limit: 5, after: newestPosition() },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** The seller's name, or the id if the seller's data were erased. */
export const ownSellerName = ({ name, sellerId }: Pick<OwnSeller, 'name' | 'sellerId'>): string =>
  name ?? sellerId;
