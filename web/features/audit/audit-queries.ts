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

/** Fetched only when the user presses a button; the answer is not cached. */
export const replayQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['replay', paymentId],
    queryFn: ({ signal }) =>
      query('admin.replayPayment', { paymentId, after: newestPosition() }, { signal }),
    enabled: false,
    gcTime: 0,
  });

/**
 * Fetches the proof of a payment, and verifies in the browser that it covers the shown events. Sent only when the user presses a button.
 */
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

/** Polls while a webhook is listed but not processed yet: if processing changes nothing, no live update is sent. */
const pollIntervalOf = (notices: readonly Notice[] = []): number | false =>
  notices.some(({ outcome }) => outcome === 'RECEIVED') ? RECEIVED_MILLISECONDS : false;

const RECEIVED_MILLISECONDS = 2000;

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
