import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { jsonBody, noticeFailure, parseRelevant } from '#/adapters/payments/kit/notices.ts';

/** An older notice may be a replay. */
const NOTICE_AGE_MAX_MS = 5 * 60 * 1000;

const noticeEnvelope = z.object({ id: z.string(), type: z.string(), data: z.unknown() });
const transactionNotice = z.object({ id: z.string(), status: z.string() });
const payoutNotice = z.object({ reference: z.string(), status: z.string() });

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, compared in constant time. */
const assertSigned = (request: NoticeRequest, secret: string, now: number): void => {
  const header = request.headers['x-sandbox-signature'] ?? '';
  const [, seconds = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = createHmac('sha256', secret).update(`${seconds}.${request.body}`).digest();
  const actual = Buffer.from(signature, 'hex');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw noticeFailure('unauthorized', 'bad signature');
  }
  if (Math.abs(now - Number(seconds) * 1000) > NOTICE_AGE_MAX_MS) {
    throw noticeFailure('unauthorized', 'too old');
  }
};

interface ReadOptions {
  readonly webhookSecret: string;
  /** Unix milliseconds. */
  readonly now: number;
  readonly paymentStatus: (word: string) => PaymentStatus;
  readonly withdrawStatus: (word: string) => WithdrawStatus;
}

/** @throws ProviderFailure `unauthorized`, `unreadable` */
export const readSandboxNotices = (
  request: NoticeRequest,
  { webhookSecret, now, paymentStatus, withdrawStatus }: ReadOptions,
): readonly ProviderNotice[] => {
  assertSigned(request, webhookSecret, now);
  const { id: noticeId, type, data } = jsonBody(request, noticeEnvelope);
  if (type === 'transaction.updated') {
    const { id: transactionId, status } = parseRelevant(transactionNotice, data);
    return [{ type: 'TRANSACTION', noticeId, transactionId, status: paymentStatus(status) }];
  }
  if (type === 'payout.updated') {
    const { reference: withdrawReference, status } = parseRelevant(payoutNotice, data);
    return [{ type: 'WITHDRAW', noticeId, withdrawReference, status: withdrawStatus(status) }];
  }
  return [];
};
