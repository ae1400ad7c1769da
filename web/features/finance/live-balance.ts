import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { balanceQuery } from './finance-queries.ts';

/** The balances now: read once, then kept by ticks; what hangs on them is read again when they move. */
export const useLiveBalance = (sellerId: string) => {
  const client = useQueryClient();
  useLiveTopic(`balance:${sellerId}`, ({ data, position, type }) => {
    client.setQueryData(balanceQuery.queryKey, { ...data, sellerId, position });
    if (type === 'snapshot') return;
    for (const queryKey of [['statement'], ['releases'], ['withdrawals']]) {
      void client.invalidateQueries({ queryKey });
    }
  });
  return useQuery(balanceQuery);
};
