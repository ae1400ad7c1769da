import type { Services } from '#/api/composition/api-services.ts';
import type { WithdrawalReceipt } from '#/api/contract/paid-withdrawals.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { isValidCpf } from '#/domain/brazil/document.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { statementText } from '#/domain/withdrawal/statement.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import { findWithdrawal } from '#/projections/withdrawals-queries.ts';
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
