import type { SellerCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { listWithdrawals as listRows } from '#/projections/withdrawals-queries.ts';
import type { Withdrawal } from '#/api/contract/seller.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { WithdrawalRow } from '#/projections/withdrawals.ts';
import { maskedPixKey } from './masked-pix-key.ts';

/** Masks the keys; a key is null after erasure. */
const showWithdrawals = async (
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
      waitsForApproval: row.waitsForApprovalSince !== null,
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

/** Newest first. */
export const listWithdrawals = async (
  services: Services,
  { platformId, sellerId }: SellerCaller,
  { after, cursor, limit }: ParsedInputOf<'seller.listWithdrawals'>,
): Promise<OutputOf<'seller.listWithdrawals'>> => {
  const { value, position } = await readFresh(services, ['withdrawals'], after, (database) =>
    readPage(() => listRows(database, { platformId, sellerId }, { limit, cursor })),
  );
  const items = await showWithdrawals(services.core.vault, value.items);
  return { items, nextCursor: value.nextCursor, position };
};
