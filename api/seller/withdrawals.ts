import type { Withdrawal } from '#/api/contract/seller.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { platformSettings } from '#/api/reads/platform-settings.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { listWithdrawals, type WithdrawalRow } from '#/projections/withdrawals.ts';
import { maskedPixKey } from '#/api/withdrawals/masked-pix-key.ts';
import { requestWithdrawal } from '#/api/withdrawals/request-withdrawal.ts';
import { withdrawalTerms } from '#/api/withdrawals/withdrawal-terms.ts';

type WithdrawalProcedures = Pick<
  ProceduresOf<'seller'>,
  'seller.getWithdrawalTerms' | 'seller.requestWithdrawal' | 'seller.listWithdrawals'
>;

const withdrawalViews = async (
  vault: Vault,
  rows: readonly WithdrawalRow[],
): Promise<Withdrawal[]> => {
  const destinations = await vault.openMany<PixDestination>(
    rows.map(({ destination }) => destination),
  );
  return rows.map((row, index) => {
    const key = destinations[index]?.pixKey;
    return {
      withdrawalId: row.withdrawalId,
      receiverId: row.sellerId,
      amount: row.amount,
      fee: row.fee,
      net: row.net,
      status: row.status,
      pixType: row.pixType,
      pixKey: key === undefined ? null : maskedPixKey(row.pixType, key),
      endToEndId: row.endToEndId,
      cause: row.cause,
      text: row.explanation,
      requestedAt: row.requestedAt,
      concludedAt: row.concludedAt,
    };
  });
};

export const withdrawalProcedures: WithdrawalProcedures = {
  'seller.getWithdrawalTerms': async (_input, { caller, services }) =>
    withdrawalTerms(await platformSettings(services.core.handler, caller.platformId)),

  'seller.requestWithdrawal': (input, { caller, once, services: { core } }) =>
    requestWithdrawal(input, { caller, once, core }),

  'seller.listWithdrawals': async ({ after, cursor, limit }, { caller, services }) => {
    const { core } = services;
    const { platformId, sellerId } = caller;
    const { value, position } = await readFresh(services, ['withdrawals'], after, (database) =>
      readPage(() => listWithdrawals(database, { platformId, sellerId }, { limit, cursor })),
    );
    const items = await withdrawalViews(core.vault, value.items);
    return { items, nextCursor: value.nextCursor, position };
  },
};
