import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { readPage, requireForwardRange } from '#/api/http/paging.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { loadAuthorEmails } from '#/api/people/staff-emails.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import {
  listPaidWithdrawals,
  sumPaid,
  type PaidFilters,
  type PaidTotals,
} from '#/projections/withdrawals-queries.ts';
import type { WithdrawalRow } from '#/projections/withdrawals.ts';
import { maskedPixKey } from './masked-pix-key.ts';

/** Returns when a withdrawal came back that had been paid. */
export const returnedAtOf = ({
  status,
  paidAt,
  concludedAt,
}: Pick<WithdrawalRow, 'status' | 'paidAt' | 'concludedAt'>): Timestamp | null =>
  paidAt !== null && status !== 'APPROVED' ? concludedAt : null;

/** Lists the last paid first. */
export const showPaidWithdrawals = async (
  services: Services,
  { platformId }: StaffCaller,
  { after, cursor, limit, ...filters }: ParsedInputOf<'admin.listPaidWithdrawals'>,
): Promise<OutputOf<'admin.listPaidWithdrawals'>> => {
  const { from, to } = filters;
  if (from !== undefined && to !== undefined) requireForwardRange({ from, to });
  const { core } = services;
  const { value, position } = await readFresh(services, ['withdrawals'], after, (database) =>
    readPage(() => listPaidWithdrawals(database, { platformId, ...filters }, { limit, cursor })),
  );
  const rows = value.items;
  const [opened, sellers, authors] = await Promise.all([
    core.vault.openMany<PixDestination>(rows.map(({ destination }) => destination)),
    loadSellerNames(
      core,
      rows.map((row) => row.sellerId),
    ),
    loadAuthorEmails(
      core,
      rows.flatMap(({ approvals, reconciliation }) =>
        [...approvals, ...(reconciliation ? [reconciliation] : [])].map(({ by }) => by),
      ),
    ),
  ]);
  const items = rows.map((row, index): PaidWithdrawal => {
    const { withdrawalId, amount, fee, net, provider, pixType, endToEndId, requestedAt } = row;
    const { paidAt, reconciliation } = row;
    const payee = opened[index];
    return {
      withdrawalId,
      sellerId: row.sellerId,
      sellerName: sellers.get(row.sellerId) ?? null,
      amount,
      fee,
      net,
      provider,
      pixType,
      pixKey: payee ? maskedPixKey(pixType, payee.pixKey) : null,
      endToEndId,
      requestedAt,
      paidAt: paidAt ?? requestedAt,
      returnedAt: returnedAtOf(row),
      approvedBy: row.approvals.map(({ by }) => authors.get(by) ?? null),
      reconciliation: reconciliation && {
        ...reconciliation,
        by: authors.get(reconciliation.by) ?? null,
      },
    };
  });
  return { items, nextCursor: value.nextCursor, position };
};

const partOf = ({ lines, net }: PaidTotals) => ({ lines, net });

export const showPaidTotals = async (
  services: Services,
  { platformId }: StaffCaller,
  { after, ...filters }: ParsedInputOf<'admin.getPaidTotals'>,
): Promise<OutputOf<'admin.getPaidTotals'>> => {
  const { from, to } = filters;
  if (from !== undefined && to !== undefined) requireForwardRange({ from, to });
  const sumsIn = async (database: Queryable) => {
    const sum = (only: Pick<PaidFilters, 'reconciliation'> = {}): Promise<PaidTotals> =>
      sumPaid(database, { platformId, ...filters, ...only });
    return Promise.all([
      sum(),
      sum({ reconciliation: 'NOT_RECONCILED' }),
      sum({ reconciliation: 'RETURNED' }),
    ]);
  };
  const { value, position } = await readFresh(services, ['withdrawals'], after, sumsIn);
  const [totals, notReconciled, returned] = value;
  return { ...totals, notReconciled: partOf(notReconciled), returned: partOf(returned), position };
};
