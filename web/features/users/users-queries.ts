import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { ListedSeller } from '#/api/contract/sellers.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { lookFor, query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export type SellerDetail = OutputOf<'admin.getSeller'>;

export interface UsersSearch extends TableSearch {
  /** Undefined: everyone who is not blocked. */
  readonly state?: 'WAITING' | 'BLOCKED' | undefined;
  /** Personal data: in the history entry, not in the URL. */
  readonly text?: string | undefined;
}

export const usersQuery = ({ cursor, state, text }: UsersSearch) => ({
  queryKey: ['users', state, text, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
    const listing = { cursor, state, after: newestPosition() };
    return text === undefined
      ? query('admin.listSellers', listing, { signal })
      : lookFor('admin.searchSellers', { ...listing, text }, { signal });
  },
});

export const userQuery = (sellerId: string) =>
  queryOptions({
    queryKey: ['user', sellerId],
    queryFn: ({ signal }) =>
      query('admin.getSeller', { sellerId, after: newestPosition() }, { signal }),
  });

export const usersCountQuery = queryOptions({
  queryKey: ['users-count'],
  queryFn: ({ signal }) => query('admin.countSellers', {}, { signal }),
});

/** The seller's name, or the id if the seller's data were erased. */
export const userName = ({ name, sellerId }: Pick<ListedSeller, 'name' | 'sellerId'>): string =>
  name ?? sellerId;
