import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PaymentView } from '#/api/contract/checkout.ts';
import { Live } from '#/web/lib/live.ts';
import type { LiveStatus } from '#/web/lib/live.ts';
import { query } from '#/web/lib/rpc.ts';
import { isWaiting } from './screen.ts';

const POLL_MILLISECONDS = 5_000;
/** A poll that takes longer tells that nothing arrives. */
const PATIENCE_MILLISECONDS = 4_000;
/** While the code itself is still being made. */
const IMPATIENT_MILLISECONDS = 1_000;

const STATUSES = {
  PENDING: true,
  APPROVED: true,
  REJECTED: true,
  REFUNDED: true,
  CHARGEBACK: true,
  CANCELED: true,
} as const satisfies Record<PaymentView['status'], true>;

const isStatus = (text: string): text is PaymentView['status'] => Object.hasOwn(STATUSES, text);

const pollInterval = (payment: PaymentView, status: LiveStatus): number | false => {
  if (!isWaiting(payment)) return false;
  const isIncomplete =
    payment.method !== 'CREDIT_CARD' && payment.pixCode === null && payment.billetCode === null;
  if (isIncomplete) return IMPATIENT_MILLISECONDS;
  return status === 'open' ? false : POLL_MILLISECONDS;
};

const never = () => () => undefined;

/** What the device itself knows of its network: long before a silent socket tells. */
const onNetwork = (changed: () => void): (() => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};
const isConnected = (): boolean => navigator.onLine;

/** The page's socket; made in an effect, because the server has none. */
const useLive = () => {
  const [live, setLive] = useState<Live>();
  useEffect(() => {
    const opened = new Live();
    setLive(opened);
    return () => opened.close();
  }, []);
  const status = useSyncExternalStore<LiveStatus>(
    live?.onStatus ?? never,
    live?.status ?? (() => 'connecting'),
    () => 'connecting',
  );
  return { live, status };
};

/**
 * The payment, kept true: ticks from the socket at once, a poll while there is no socket, and another look whenever the
 * buyer comes back from the bank's app. What is read is never older than the last tick.
 */
export const usePayment = (initial: PaymentView) => {
  const { live, status } = useLive();
  const client = useQueryClient();
  const { paymentId } = initial;
  const { data, failureCount } = useQuery({
    queryKey: ['payment', paymentId],
    queryFn: ({ signal }) => {
      const after = client.getQueryData<PaymentView>(['payment', paymentId])?.position;
      return query(
        'checkout.getPayment',
        { paymentId, after },
        { signal, patience: PATIENCE_MILLISECONDS },
      );
    },
    initialData: initial,
    refetchInterval: ({ state }) => pollInterval(state.data ?? initial, status),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  useEffect(
    () =>
      live?.subscribe(`payment:${paymentId}`, {
        onUpdate: ({ position, data: tick }) => {
          const { status: reached } = tick;
          if (!isStatus(reached)) return;
          client.setQueryData<PaymentView>(
            ['payment', paymentId],
            (known) => known && { ...known, ...tick, status: reached, position },
          );
          void client.invalidateQueries({ queryKey: ['payment', paymentId] });
        },
      }),
    [live, client, paymentId],
  );
  useEffect(() => {
    if (status !== 'open') return undefined;
    // What the socket may have missed is asked for as soon as it is lost.
    return () => void client.invalidateQueries({ queryKey: ['payment', paymentId] });
  }, [status, client, paymentId]);
  const isOnline = useSyncExternalStore(onNetwork, isConnected, () => true);
  return { payment: data, isOffline: !isOnline || (failureCount > 0 && status !== 'open') };
};
