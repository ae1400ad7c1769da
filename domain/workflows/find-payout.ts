import { isCalledAgain } from '#/domain/call-attempt.ts';
import { sum } from '#/domain/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import type { RequestedWithdrawal } from '#/domain/withdrawal/decider.ts';
import { requireSupport } from './provider-outcome.ts';

/** Two answers are about one payout if its id at the acquirer, or at the bank, is the same. */
const isSamePayout = (one: WithdrawResult, other: WithdrawResult): boolean =>
  one.withdrawId === other.withdrawId ||
  (one.endToEndId !== undefined && one.endToEndId === other.endToEndId);

/**
 * Returns the outcome of all payouts that were made for one withdrawal, as if they were one: it failed only if none is paid or
 * pending. If several are paid, their sum is not what was asked, so people decide.
 */
const outcomeOfAll = (
  found: readonly (WithdrawResult | undefined)[],
): WithdrawResult | undefined => {
  const known = found.filter((each) => each !== undefined);
  const payouts = known.filter(
    (each, index) => known.findIndex((other) => isSamePayout(other, each)) === index,
  );
  const paid = payouts.filter(({ status }) => status === 'APPROVED');
  const [first] = paid;
  if (first) return { ...first, amount: sum(paid.map(({ amount }) => amount)) };
  const pending = payouts.find(({ status }) => status === 'PENDING');
  return pending ?? (found.includes(undefined) ? undefined : payouts[0]);
};

/**
 * Asks the acquirer what became of a withdrawal: by its ids for the payout, or by our reference. If it was called again, both,
 * because each call may have made a payout.
 * @returns undefined when it has none @throws ProviderFailure
 */
export const findPayout = async (
  { getWithdraw, findWithdraw }: PaymentProvider,
  withdrawalId: string,
  { attempt, providerWithdrawIds }: Pick<RequestedWithdrawal, 'attempt' | 'providerWithdrawIds'>,
): Promise<WithdrawResult | undefined> => {
  const asked = { withdrawReference: withdrawalId };
  if (getWithdraw === undefined || providerWithdrawIds.length === 0)
    return requireSupport(findWithdraw)(asked);
  const byId = await Promise.all(
    providerWithdrawIds.map((withdrawId) => getWithdraw({ withdrawId })),
  );
  const isSearched = isCalledAgain(attempt) && findWithdraw !== undefined;
  return outcomeOfAll(isSearched ? [...byId, await findWithdraw(asked)] : byId);
};
