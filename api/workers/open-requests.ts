import type { AwaitedOutcome } from '#/domain/workflows/next-read-back.ts';
import type { ProviderReferenceRow } from '#/projections/provider-reference.ts';
import type { AwaitedRowQueries } from './awaited-row-queries.ts';
import { createDueRequests, type DueRequests } from './due-requests.ts';
import type { OpenRequest } from './read-back.ts';

export type DueOpenRequests = DueRequests<OpenRequest>;

const submissionOf = (isAnswered: boolean): AwaitedOutcome['submission'] =>
  isAnswered ? 'ANSWERED' : 'UNANSWERED';

const paymentsDue = ({ latestPayments, payments }: AwaitedRowQueries): DueOpenRequests => {
  const requestOf = (row: ProviderReferenceRow) => {
    const { paymentId: id, method, submission, requestedAt, expiresAt } = row;
    return { kind: 'payment', id, method, submission, requestedAt, expiresAt } as const;
  };
  return createDueRequests({
    latest: async (limit) => (await latestPayments(limit)).map(requestOf),
    after: async (cursor, limit) => (await payments(cursor, limit)).map(requestOf),
  });
};

const refundsDue = ({ refunds }: AwaitedRowQueries): DueOpenRequests =>
  createDueRequests({
    after: async (cursor, limit) =>
      (await refunds(cursor, limit)).map(({ refundId: id, requestedAt }) => {
        const submission = submissionOf(false);
        return { kind: 'refund', id, method: 'REFUND', requestedAt, submission } as const;
      }),
  });

export const withdrawalsDue = ({ withdrawals }: AwaitedRowQueries): DueOpenRequests =>
  createDueRequests({
    after: async (cursor, limit) =>
      (await withdrawals(cursor, limit)).map((row) => {
        const { withdrawalId: id, payableSince: requestedAt, providerWithdrawId } = row;
        const submission = submissionOf(providerWithdrawId !== null);
        return { kind: 'withdrawal', id, method: 'WITHDRAWAL', requestedAt, submission } as const;
      }),
  });

const registrationsDue = ({ registrations }: AwaitedRowQueries): DueOpenRequests =>
  createDueRequests({
    after: async (cursor, limit) =>
      (await registrations(cursor, limit)).map((row) => {
        const { registrationId: id, sellerId, provider, requestedAt, status } = row;
        const submission = submissionOf(status === 'PENDING');
        const of = { id, sellerId, provider, requestedAt, submission };
        return { kind: 'registration', method: 'REGISTRATION', ...of } as const;
      }),
  });

/** By kind, so that payments do not wait while acquirers register receivers. */
export const requestsDue = (rows: AwaitedRowQueries): readonly DueOpenRequests[] =>
  [paymentsDue, refundsDue, withdrawalsDue, registrationsDue].map((dueIn) => dueIn(rows));
