import { queryOptions } from '@tanstack/react-query';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

const HEALTH_EVERY_MILLISECONDS = 10_000;

export const acquiringQuery = queryOptions({
  queryKey: ['acquiring'],
  queryFn: ({ signal }) => query('admin.getAcquiring', { after: newestPosition() }, { signal }),
  refetchInterval: HEALTH_EVERY_MILLISECONDS,
});

export const sellerRoutesQuery = (sellerId: string) =>
  queryOptions({
    queryKey: ['seller-routes', sellerId],
    queryFn: ({ signal }) =>
      query('admin.getSellerRoutes', { sellerId, after: newestPosition() }, { signal }),
  });

/** Sellers with an approved sale, highest revenue first. */
export const sellersQuery = queryOptions({
  queryKey: ['sellers-to-route'],
  queryFn: ({ signal }) => query('admin.listSellerRevenue', {}, { signal }),
});

export const explanationQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['acquirer-explanation', paymentId],
    queryFn: ({ signal }) =>
      query('admin.explainAcquirer', { paymentId, after: newestPosition() }, { signal }),
    enabled: false,
    gcTime: 0,
  });
