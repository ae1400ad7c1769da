import type { Purpose } from '#/domain/acquiring/route.ts';
import type { ProviderDefinition } from './define-provider.ts';

type Facts = Pick<ProviderDefinition<never>, 'operations' | 'declines' | 'withdrawStatus'>;

/** Neither look-ups by our id nor documented refusals prove the outcome of a charge whose answer is lost. */
const isCardUnprovable = ({ operations: { charge, findTransaction }, declines }: Facts): boolean =>
  charge?.CREDIT_CARD !== undefined &&
  findTransaction === undefined &&
  declines?.createTransaction === undefined;

/** The acquirer may answer that a payout is under way, and no look-up tells how the payout ended. */
const isPayoutUnprovable = ({
  operations: { withdraw, getWithdraw, findWithdraw },
  withdrawStatus,
}: Facts): boolean =>
  withdraw?.PIX !== undefined &&
  getWithdraw === undefined &&
  findWithdraw === undefined &&
  (withdrawStatus === undefined || Object.values(withdrawStatus.words).includes('PENDING'));

/** What the acquirer carries out, but cannot prove the outcome of. */
export const unprovablePurposes = (facts: Facts): readonly Purpose[] => [
  ...(isCardUnprovable(facts) ? (['CREDIT_CARD'] as const) : []),
  ...(isPayoutUnprovable(facts) ? (['WITHDRAW'] as const) : []),
];
