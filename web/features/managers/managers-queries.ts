import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ManagerLine } from '#/api/contract/managers.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { lookFor, query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export interface ManagersSearch extends TableSearch {
  /** Undefined: everyone who is not blocked. */
  readonly state?: 'BLOCKED' | undefined;
}

export const managersQuery = ({ cursor, state }: ManagersSearch) => ({
  queryKey: ['managers', state, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listManagers', { cursor, state, after: newestPosition() }, { signal }),
});

/** The managers to whom sellers can be moved: the first 100, without further pages. */
export const assigneesQuery = queryOptions({
  queryKey: ['managers', 'takers'],
  queryFn: ({ signal }) =>
    query('admin.listManagers', { limit: 100, after: newestPosition() }, { signal }),
});

/** The first page has no cursor. */
const FIRST_PAGE = '';

export const portfolioQuery = (managerId: string) =>
  infiniteQueryOptions({
    queryKey: ['portfolio', managerId],
    queryFn: ({ pageParam: cursor, signal }) =>
      query(
        'admin.listPortfolio',
        { managerId, cursor: cursor || undefined, limit: 25, after: newestPosition() },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const movesQuery = (managerId: string) =>
  infiniteQueryOptions({
    queryKey: ['portfolio-moves', managerId],
    queryFn: ({ pageParam: cursor, signal }) =>
      query(
        'admin.listPortfolioMoves',
        { managerId, cursor: cursor || undefined, limit: 5, after: newestPosition() },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Earlier results stay visible while the server searches. */
export const assignableSellersQuery = (text: string) =>
  queryOptions({
    queryKey: ['assignable', text],
    queryFn: ({ signal }) =>
      lookFor('admin.findAssignable', { text, after: newestPosition() }, { signal }),
    placeholderData: keepPreviousData,
  });

type Named = Pick<ManagerLine, 'name' | 'email' | 'managerId'>;

/** The name; without one (invitation not accepted yet, or name erased) the e-mail address, else the id. */
export const managerName = ({ name, email, managerId }: Named): string =>
  name ?? email ?? managerId;

export const sellerName = ({
  name,
  sellerId,
}: {
  readonly name: string | null;
  readonly sellerId: string;
}): string => name ?? sellerId;
