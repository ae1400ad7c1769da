import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { useLiveTopic } from '#/web/ui/live.tsx';

const REFRESH_MILLISECONDS = 300;

/** Reads the queue again when other staff decide, or begin to look into a withdrawal. */
export const usePayoutNews = (platformId: string): void => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveTopic(`payouts:${platformId}`, ({ type }) => {
    if (type === 'snapshot') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refreshQueries(client, { queryKey: ['waiting-withdrawals'] });
    }, REFRESH_MILLISECONDS);
  });
};
