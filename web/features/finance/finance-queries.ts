import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import { LatestUpdates } from '#/web/lib/latest-updates.ts';

/** Live updates of balances; they replace older answers to `balanceQuery`. */
export const latestBalances = new LatestUpdates<OutputOf<'seller.getBalance'>>();

export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: async ({ signal }) => {
    const answer = await query('seller.getBalance', { after: newestPosition() }, { signal });
    return latestBalances.after(answer.sellerId, answer.position) ?? answer;
  },
});

export const releasesQuery = queryOptions({
  queryKey: ['releases'],
  queryFn: ({ signal }) => query('seller.getReleases', { after: newestPosition() }, { signal }),
});

export const withdrawalTermsQuery = queryOptions({
  queryKey: ['withdrawal-terms'],
  queryFn: ({ signal }) => query('seller.getWithdrawalTerms', {}, { signal }),
});

const POLL_MILLISECONDS = 15_000;

/** Polled while a destination waits for staff. */
export const destinationsQuery = queryOptions({
  queryKey: ['own-destinations'],
  queryFn: ({ signal }) =>
    query('seller.listDestinations', { after: newestPosition() }, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ status }) => status === 'WAITING') === true && POLL_MILLISECONDS,
});

/** Read for the seller's CPF or CNPJ, which the seller can declare as PIX key with one press. */
export const ownDocumentQuery = queryOptions({
  queryKey: ['own-document'],
  queryFn: ({ signal }) => query('seller.getReceiver', { after: newestPosition() }, { signal }),
});

/** The first page has no cursor. */
const FIRST_PAGE = '';

export const statementQuery = (month: string) =>
  infiniteQueryOptions({
    queryKey: ['statement', month],
    queryFn: ({ pageParam: cursor, signal }) =>
      query(
        'seller.getStatement',
        { month, cursor: cursor || undefined, after: newestPosition() },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const withdrawalsQuery = infiniteQueryOptions({
  queryKey: ['withdrawals'],
  queryFn: ({ pageParam: cursor, signal }) =>
    query(
      'seller.listWithdrawals',
      { cursor: cursor || undefined, limit: 10, after: newestPosition() },
      { signal },
    ),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});
