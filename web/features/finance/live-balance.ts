import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BalanceTick } from '#/api/contract/live.ts';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { balanceQuery, toldBalances } from './finance-queries.ts';

const FIGURES = ['available', 'pending', 'held', 'negative', 'nextReleaseOn'] as const;

const isSame = (known: BalanceTick, told: BalanceTick): boolean =>
  FIGURES.every((figure) => known[figure] === told[figure]);

/** The balances now: read once, then kept by ticks; what hangs on them is read again when they move. */
export const useLiveBalance = (sellerId: string) => {
  const client = useQueryClient();
  useLiveTopic(`balance:${sellerId}`, ({ data, position, type }) => {
    const known = client.getQueryData(balanceQuery.queryKey);
    const told = { ...data, sellerId, position };
    toldBalances.note(sellerId, { position, data: told });
    client.setQueryData(balanceQuery.queryKey, told);
    // The first says what was read with the page; a later one stands for all that was missed meanwhile.
    if (type === 'snapshot' && (known === undefined || isSame(known, data))) return;
    for (const queryKey of [['statement'], ['releases'], ['withdrawals']]) {
      void client.invalidateQueries({ queryKey });
    }
  });
  return useQuery(balanceQuery);
};
