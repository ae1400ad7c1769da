import type { Withdrawal } from '#/api/contract/seller.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { WithdrawalRow } from '#/projections/withdrawals.ts';
import { maskedPixKey } from './masked-pix-key.ts';

/** Returns withdrawals as the seller's list shows them, with masked keys; null after erasure. */
export const withdrawalViews = async (
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
