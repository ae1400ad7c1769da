import type { Awaited } from '#/domain/workflows/next-read-back.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import {
  latestOpenPayments,
  openPaymentsAfter,
  type ProviderReferenceRow,
} from '#/projections/provider-reference.ts';
import { openRefundsAfter } from '#/projections/refunds.ts';
import { openRegistrationsAfter } from '#/projections/receivers.ts';
import { openWithdrawalsAfter } from '#/projections/withdrawals.ts';
import { createDueRequests } from './due-requests.ts';
import type { Outstanding } from './read-back.ts';

/** Returns the requests of one kind whose read-back is due now. */
export type Due = (now: Timestamp) => Promise<readonly Outstanding[]>;

/** An answered request gets a notice when it ends, so reading it back is only the safety net. */
const submissionOf = (isAnswered: boolean): Awaited['submission'] =>
  isAnswered ? 'ANSWERED' : 'UNANSWERED';

export const paymentsDue = (reader: Queryable): Due => {
  const requestOf = (row: ProviderReferenceRow) => {
    const { paymentId: id, method, submission, requestedAt, expiresAt } = row;
    return { kind: 'payment', id, method, submission, requestedAt, expiresAt } as const;
  };
  return createDueRequests({
    latest: async (limit) => (await latestOpenPayments(reader, { limit })).map(requestOf),
    after: async ({ requestedAt, id: paymentId }, limit) =>
      (await openPaymentsAfter(reader, { requestedAt, paymentId }, { limit })).map(requestOf),
  });
};

export const refundsDue = (reader: Queryable): Due =>
  createDueRequests({
    after: async ({ requestedAt: from, id: refundId }, limit) => {
      const open = await openRefundsAfter(reader, { requestedAt: from, refundId }, { limit });
      return open.map(({ refundId: id, requestedAt }) => {
        const submission = submissionOf(false);
        return { kind: 'refund', id, method: 'REFUND', requestedAt, submission } as const;
      });
    },
  });

export const withdrawalsDue = (reader: Queryable): Due =>
  createDueRequests({
    after: async ({ requestedAt: from, id: withdrawalId }, limit) => {
      const place = { requestedAt: from, withdrawalId };
      const open = await openWithdrawalsAfter(reader, place, { limit });
      return open.map(({ withdrawalId: id, requestedAt, providerWithdrawId }) => {
        const submission = submissionOf(providerWithdrawId !== null);
        return { kind: 'withdrawal', id, method: 'WITHDRAWAL', requestedAt, submission } as const;
      });
    },
  });

export const registrationsDue = (reader: Queryable): Due =>
  createDueRequests({
    after: async ({ requestedAt: from, id: registrationId }, limit) => {
      const place = { requestedAt: from, registrationId };
      const open = await openRegistrationsAfter(reader, place, { limit });
      return open.map(({ registrationId: id, sellerId, provider, requestedAt, status }) => {
        const submission = submissionOf(status === 'PENDING');
        const of = { id, sellerId, provider, requestedAt, submission };
        return { kind: 'registration', method: 'REGISTRATION', ...of } as const;
      });
    },
  });
