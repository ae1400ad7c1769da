import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BalanceTick } from '#/api/contract/live.ts';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { balanceQuery, latestBalances } from './finance-queries.ts';

const FIGURES = ['available', 'pending', 'held', 'negative', 'nextReleaseOn'] as const;

const isSame = (known: BalanceTick, update: BalanceTick): boolean =>
  FIGURES.every((figure) => known[figure] === update[figure]);

/** Read by a query, set by live updates; after a change, the lists are read again. */
export const useLiveBalance = (sellerId: string) => {
  const client = useQueryClient();
  useLiveTopic(`balance:${sellerId}`, ({ data, position, type }) => {
    const known = client.getQueryData(balanceQuery.queryKey);
    const update = { ...data, sellerId, position };
    latestBalances.note(sellerId, { position, data: update });
    client.setQueryData(balanceQuery.queryKey, update);
    // A snapshot that differs from the known balance stands for missed updates.
    if (type === 'snapshot' && (known === undefined || isSame(known, data))) return;
    for (const queryKey of [['statement'], ['releases'], ['withdrawals']]) {
      void refreshQueries(client, { queryKey });
    }
  });
  return useQuery(balanceQuery);
};
