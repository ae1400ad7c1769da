import type { Day } from '#/domain/values/time.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import {
  listLatestOpenPayments,
  openPaymentsAfter,
  type ProviderReferenceRow,
} from '#/projections/provider-reference.ts';
import { openRegistrationsAfter } from '#/projections/receivers/receivers-queries.ts';
import { type RegistrationRow } from '#/projections/receivers/receivers.ts';
import { openRefundsAfter, type RefundRow } from '#/projections/refunds.ts';
import { listBalancesDue } from '#/projections/seller-balance.ts';
import { openWithdrawalsAfter } from '#/projections/withdrawals-queries.ts';
import type { WithdrawalRow } from '#/projections/withdrawals.ts';
import type { RequestCursor } from './due-requests.ts';
import type { DueAccount } from './release-due.ts';

/** Lists open requests after a cursor, the oldest first. */
type OldestFirst<Row> = (cursor: RequestCursor, limit: number) => Promise<readonly Row[]>;

export interface AwaitedRowQueries {
  /** Newest first. */
  readonly latestPayments: (limit: number) => Promise<readonly ProviderReferenceRow[]>;
  readonly payments: OldestFirst<ProviderReferenceRow>;
  readonly refunds: OldestFirst<RefundRow>;
  readonly withdrawals: OldestFirst<WithdrawalRow>;
  readonly registrations: OldestFirst<RegistrationRow>;
  /** Accounts with money that is to become available on this day or earlier. */
  readonly accounts: (through: Day) => Promise<readonly DueAccount[]>;
}

export const createAwaitedRowQueries = (reader: Queryable): AwaitedRowQueries => ({
  latestPayments: (limit) => listLatestOpenPayments(reader, { limit }),
  payments: ({ requestedAt, id: paymentId }, limit) =>
    openPaymentsAfter(reader, { requestedAt, paymentId }, { limit }),
  refunds: ({ requestedAt, id: refundId }, limit) =>
    openRefundsAfter(reader, { requestedAt, refundId }, { limit }),
  withdrawals: ({ requestedAt: payableSince, id: withdrawalId }, limit) =>
    openWithdrawalsAfter(reader, { payableSince, withdrawalId }, { limit }),
  registrations: ({ requestedAt, id: registrationId }, limit) =>
    openRegistrationsAfter(reader, { requestedAt, registrationId }, { limit }),
  accounts: async (through) => {
    const balances = await listBalancesDue(reader, through);
    return balances.map(({ platformId, sellerId }) => ({ platformId, sellerId }));
  },
});
