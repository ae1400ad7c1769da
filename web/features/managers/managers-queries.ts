import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ManagerLine } from '#/api/contract/managers.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { lookFor, query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export interface ManagersSearch extends TableSearch {
  /** Without it, those who have access. */
  readonly state?: 'BLOCKED' | undefined;
}

export const managersQuery = ({ cursor, state }: ManagersSearch) => ({
  queryKey: ['managers', state, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listManagers', { cursor, state, after: newestPosition() }, { signal }),
});

/** To whom sellers may be moved: as many as one answer has. */
export const takersQuery = queryOptions({
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

/** What was found before stays in sight while another text is looked for. */
export const assignableQuery = (text: string) =>
  queryOptions({
    queryKey: ['assignable', text],
    queryFn: ({ signal }) =>
      lookFor('admin.findAssignable', { text, after: newestPosition() }, { signal }),
    placeholderData: keepPreviousData,
  });

type Named = Pick<ManagerLine, 'name' | 'email' | 'managerId'>;

/** The name, or what else there is of a person who has not accepted yet, or whose data were erased. */
export const managerName = ({ name, email, managerId }: Named): string =>
  name ?? email ?? managerId;

/** The name of a seller, or the id of who was erased. */
export const sellerName = ({
  name,
  sellerId,
}: {
  readonly name: string | null;
  readonly sellerId: string;
}): string => name ?? sellerId;
