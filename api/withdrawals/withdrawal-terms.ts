import type { PlatformDetails } from '#/domain/platform/platform.ts';

export interface WithdrawalTerms {
  readonly fee: number;
  /** High enough that the fee does not consume it. */
  readonly minimum: number;
}

export const withdrawalTerms = ({ withdrawals }: PlatformDetails): WithdrawalTerms => ({
  fee: withdrawals.fee,
  minimum: Math.max(withdrawals.minimum, withdrawals.fee + 1),
});
