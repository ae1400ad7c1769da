import { infiniteQueryOptions } from '@tanstack/react-query';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

/** The first page has no cursor. */
const FIRST_PAGE = '';

const PAGE_SIZE = 5;

export const notesQuery = (sellerId: string) =>
  infiniteQueryOptions({
    queryKey: ['user-notes', sellerId],
    queryFn: ({ pageParam: cursor, signal }) =>
      query(
        'admin.listSellerNotes',
        { sellerId, cursor: cursor || undefined, limit: PAGE_SIZE, after: newestPosition() },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const sellerChangesQuery = (sellerId: string) =>
  infiniteQueryOptions({
    queryKey: ['user-changes', sellerId],
    queryFn: ({ pageParam: cursor, signal }) =>
      query(
        'admin.listSellerChanges',
        { sellerId, cursor: cursor || undefined, limit: PAGE_SIZE, after: newestPosition() },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
