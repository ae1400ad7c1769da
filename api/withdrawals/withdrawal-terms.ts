import type { PlatformDetails } from '#/domain/platform/platform.ts';

export interface WithdrawalTerms {
  readonly fee: number;
  /** Never so little that the fee eats it up. */
  readonly minimum: number;
}

export const withdrawalTerms = ({ withdrawals }: PlatformDetails): WithdrawalTerms => ({
  fee: withdrawals.fee,
  minimum: Math.max(withdrawals.minimum, withdrawals.fee + 1),
});
