import type { Services } from '#/api/composition/api-services.ts';
import type { PaidWithdrawal, WithdrawalReceipt } from '#/api/contract/paid-withdrawals.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { StaffCaller } from '#/api/auth/caller.ts';
import { readPage, requireForwardRange } from '#/api/http/paging.ts';
import { Rejected } from '#/api/http/problem.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { loadAuthorEmails } from '#/api/people/staff-emails.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { isValidCpf } from '#/domain/brazil/document.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { statementText } from '#/domain/withdrawal/statement.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import { findWithdrawal, listPaidWithdrawals, sumPaid } from '#/projections/withdrawals-queries.ts';
import { maskedPixKey } from './masked-pix-key.ts';

/**
 * Returns the parts of a receipt that only the record has. `signed`: a signature that can be checked offline; null for a payout without
 * one.
 */
const readRecordedPart = async (
  { handler }: Services['core'],
  withdrawalId: string,
): Promise<Pick<WithdrawalReceipt, 'signed' | 'hasOtherHolder'>> => {
  const { state } = await handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
  if (state.status === 'NONE') return { signed: null, hasOtherHolder: false };
  const { signed, hasOtherHolder, requested } = state;
  if (signed === null) return { signed, hasOtherHolder };
  const { keyId, signature } = signed;
  const statement = statementText(withdrawalId, requested.platformId, signed);
  return { signed: { statement, keyId, signature }, hasOtherHolder };
};

const maskDocument = (document: string): string =>
  maskedPixKey(isValidCpf(document) ? 'CPF' : 'CNPJ', document);

/** @param owner no seller = staff of the platform @throws Rejected `resource/not-found`, also for unpaid withdrawals and those of others */
export const showReceipt = async (
  services: Services,
  owner: { readonly platformId: string; readonly sellerId?: string },
  { withdrawalId, after }: ParsedInputOf<'seller.getReceipt'>,
): Promise<WithdrawalReceipt> => {
  const { core } = services;
  const { value: row, position } = await readFresh(services, ['withdrawals'], after, (database) =>
    findWithdrawal(database, withdrawalId),
  );
  const isTheirs =
    row?.platformId === owner.platformId && (owner.sellerId ?? row.sellerId) === row.sellerId;
  if (!row || !isTheirs || row.status !== 'APPROVED' || row.concludedAt === null)
    throw new Rejected('resource/not-found');
  const [opened, recorded, { name: platformName }] = await Promise.all([
    core.vault.decrypt<PixDestination>(row.destination),
    readRecordedPart(core, withdrawalId),
    loadPlatformSettings(core.handler, row.platformId),
  ]);
  const { amount, fee, net, pixType, endToEndId, requestedAt, concludedAt: paidAt } = row;
  return {
    withdrawalId,
    platformName,
    payeeName: opened?.name ?? null,
    payeeDocument: opened ? maskDocument(opened.document) : null,
    pixType,
    pixKey: opened ? maskedPixKey(pixType, opened.pixKey) : null,
    amount,
    fee,
    net,
    endToEndId,
    requestedAt,
    paidAt,
    ...recorded,
    position,
  };
};

/** Lists the last paid first. */
export const showPaidWithdrawals = async (
  services: Services,
  { platformId }: StaffCaller,
  { sellerId, from, to, after, cursor, limit }: ParsedInputOf<'admin.listPaidWithdrawals'>,
): Promise<OutputOf<'admin.listPaidWithdrawals'>> => {
  if (from !== undefined && to !== undefined) requireForwardRange({ from, to });
  const { core } = services;
  const filters = { platformId, sellerId, from, to };
  const { value, position } = await readFresh(services, ['withdrawals'], after, (database) =>
    readPage(() => listPaidWithdrawals(database, filters, { limit, cursor })),
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
      rows.flatMap(({ approvals }) => approvals.map(({ by }) => by)),
    ),
  ]);
  const items = rows.map((row, index): PaidWithdrawal => {
    const { withdrawalId, amount, fee, net, provider, pixType, endToEndId, requestedAt } = row;
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
      paidAt: row.concludedAt ?? requestedAt,
      approvedBy: row.approvals.map(({ by }) => authors.get(by) ?? null),
    };
  });
  return { items, nextCursor: value.nextCursor, position };
};

export const showPaidTotals = async (
  services: Services,
  { platformId }: StaffCaller,
  { after, ...filters }: ParsedInputOf<'admin.getPaidTotals'>,
): Promise<OutputOf<'admin.getPaidTotals'>> => {
  const { from, to } = filters;
  if (from !== undefined && to !== undefined) requireForwardRange({ from, to });
  const { value, position } = await readFresh(services, ['withdrawals'], after, (database) =>
    sumPaid(database, { platformId, ...filters }),
  );
  return { ...value, position };
};
