import { queryOptions } from '@tanstack/react-query';
import type { Notice } from '#/api/contract/notices.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import { verifyProof } from './verify-proof.ts';

export const paymentAuditQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['audit', paymentId],
    queryFn: ({ signal }) =>
      query('admin.getPaymentAudit', { paymentId, after: newestPosition() }, { signal }),
  });

/** Fetched on demand, and not cached. */
export const replayQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['replay', paymentId],
    queryFn: ({ signal }) =>
      query('admin.replayPayment', { paymentId, after: newestPosition() }, { signal }),
    enabled: false,
    gcTime: 0,
  });

/** Fetches the payment's proof, and verifies in the browser that it covers the shown events. */
export const proofQuery = (paymentId: string, shown: readonly string[]) =>
  queryOptions({
    queryKey: ['proof', paymentId, shown.length],
    queryFn: async ({ signal }) => {
      const input = { paymentId, after: newestPosition() };
      return verifyProof(await query('admin.getPaymentProof', input, { signal }), shown);
    },
    enabled: false,
    gcTime: 0,
  });

/** Polls while a webhook is unprocessed: if its processing changes nothing, there is no live update. */
const pollIntervalOf = (notices: readonly Notice[] = []): number | false =>
  notices.some(({ outcome }) => outcome === 'RECEIVED') ? UNPROCESSED_POLL_MILLISECONDS : false;

const UNPROCESSED_POLL_MILLISECONDS = 2000;

export const noticeQuery = (noticeId: string) =>
  queryOptions({
    queryKey: ['notice', noticeId],
    queryFn: ({ signal }) => query('admin.getNotice', { noticeId }, { signal }),
    refetchInterval: ({ state: { data } }) => pollIntervalOf(data && [data.notice]),
  });

export const noticesQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['notices', paymentId],
    queryFn: ({ signal }) =>
      query('admin.listNotices', { paymentId, limit: 100, after: newestPosition() }, { signal }),
    refetchInterval: ({ state: { data } }) => pollIntervalOf(data?.items),
  });
