import type { Core } from '#/api/core.ts';
import { streamOf } from '#/domain/ids.ts';
import { platform } from '#/domain/platform/decider.ts';
import type { PlatformDetails } from '#/domain/platform/events.ts';
import { activeDetails } from '#/domain/record.ts';

/** Settings of a platform as they are now. @throws Refused `record/…` */
export const platformSettings = async (
  { handler }: Pick<Core, 'handler'>,
  platformId: string,
): Promise<PlatformDetails> => {
  const { state } = await handler.load(platform, streamOf('platform', platformId));
  return activeDetails(state);
};

export interface WithdrawalTerms {
  readonly fee: number;
  /** Never so little that the fee eats it up. */
  readonly minimum: number;
}

export const withdrawalTerms = ({ withdrawals }: PlatformDetails): WithdrawalTerms => ({
  fee: withdrawals.fee,
  minimum: Math.max(withdrawals.minimum, withdrawals.fee + 1),
});
