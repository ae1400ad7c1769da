import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BalanceTick } from '#/api/contract/live.ts';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { balanceQuery, latestBalances } from './finance-queries.ts';

const FIGURES = ['available', 'pending', 'held', 'negative', 'nextReleaseOn'] as const;

const isSame = (cached: BalanceTick, update: BalanceTick): boolean =>
  FIGURES.every((figure) => cached[figure] === update[figure]);

/** The seller's balance, read by a query and set by live updates. After a change the lists are read again. */
export const useLiveBalance = (sellerId: string) => {
  const client = useQueryClient();
  useLiveTopic(`balance:${sellerId}`, ({ data, position, type }) => {
    const cached = client.getQueryData(balanceQuery.queryKey);
    const update = { ...data, sellerId, position };
    latestBalances.note(sellerId, { position, data: update });
    client.setQueryData(balanceQuery.queryKey, update);
    // A snapshot that differs from the cached balance means that updates were missed.
    if (type === 'snapshot' && (cached === undefined || isSame(cached, data))) return;
    for (const queryKey of [['statement'], ['releases'], ['withdrawals']]) {
      void refreshQueries(client, { queryKey });
    }
  });
  return useQuery(balanceQuery);
};
