import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PaymentView } from '#/api/contract/checkout.ts';
import { Live } from '#/web/lib/live.ts';
import type { LiveStatus } from '#/web/lib/live.ts';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { query } from '#/web/lib/rpc.ts';
import { isWaiting } from './screen.ts';

const POLL_MILLISECONDS = 5_000;
/** After this time a read has failed: without live updates, the page then shows that it is offline. */
const TIMEOUT_MILLISECONDS = 4_000;
/** Used while the PIX code or boleto is being made. */
const INCOMPLETE_POLL_MILLISECONDS = 1_000;

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
  if (isIncomplete) return INCOMPLETE_POLL_MILLISECONDS;
  return status === 'open' ? false : POLL_MILLISECONDS;
};

const never = () => () => undefined;

/** Listens to the browser, because a socket without traffic notices a lost network only after a timeout. */
const onNetwork = (onChange: () => void): (() => void) => {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
};
const isConnected = (): boolean => navigator.onLine;

/** The socket is opened in an effect, because the server has none. */
const useLive = () => {
  const [live, setLive] = useState<Live>();
  useEffect(() => {
    const newLive = new Live();
    setLive(newLive);
    return () => newLive.close();
  }, []);
  const status = useSyncExternalStore<LiveStatus>(
    live?.onStatus ?? never,
    live?.status ?? (() => 'connecting'),
    () => 'connecting',
  );
  return { live, status };
};

/** Reads again when the buyer returns; polls while the payment is pending and has no socket, or while its code is being made. */
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
        { signal, timeout: TIMEOUT_MILLISECONDS },
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
          const { status: newStatus } = tick;
          if (!isStatus(newStatus)) return;
          client.setQueryData<PaymentView>(
            ['payment', paymentId],
            (cached) => cached && { ...cached, ...tick, status: newStatus, position },
          );
          void refreshQueries(client, { queryKey: ['payment', paymentId] });
        },
      }),
    [live, client, paymentId],
  );
  useEffect(() => {
    if (status !== 'open') return undefined;
    // When the socket is lost, updates may have been missed.
    return () => void refreshQueries(client, { queryKey: ['payment', paymentId] });
  }, [status, client, paymentId]);
  const isOnline = useSyncExternalStore(onNetwork, isConnected, () => true);
  return { payment: data, isOffline: !isOnline || (failureCount > 0 && status !== 'open') };
};
