import type { PlatformDetails } from '#/domain/platform/platform.ts';

export interface WithdrawalTerms {
  readonly fee: number;
  /** Smallest amount that may be withdrawn; always more than the fee. */
  readonly minimum: number;
}

export const withdrawalTerms = ({ withdrawals }: PlatformDetails): WithdrawalTerms => ({
  fee: withdrawals.fee,
  minimum: Math.max(withdrawals.minimum, withdrawals.fee + 1),
});
