import { isCalledAgain, type LastAttempt } from '#/domain/acquiring/call-attempt.ts';
import { sum } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import type { RequestedWithdrawal } from '#/domain/withdrawal/decider.ts';
import { requireSupport } from './provider-outcome.ts';

/** The same payout has the same id at the acquirer, or at the bank. */
const isSamePayout = (one: WithdrawResult, other: WithdrawResult): boolean =>
  one.withdrawId === other.withdrawId ||
  (one.endToEndId !== undefined && one.endToEndId === other.endToEndId);

/** Returns how many calls may have made a payout; 1 if none is on record, because older payouts have no recorded calls. */
const callsMade = (last: LastAttempt | null): number =>
  last === null ? 1 : last.ordinal - (last.isUnsent ? 1 : 0);

/**
 * Returns the outcome of all payouts that were made for one withdrawal, as if they were one payout: pending while one of them is pending.
 * If several are paid, their sum is not the requested amount, so staff decide. The outcome is failed only if all of them failed, and no
 * call can still make another payout. Undefined = at least one look-up found nothing, and none found a payout that is pending or paid.
 * @param calls how many calls may have made a payout
 */
const outcomeOfAll = (
  found: readonly (WithdrawResult | undefined)[],
  calls: number,
): WithdrawResult | undefined => {
  const known = found.filter((each) => each !== undefined);
  const payouts = known.filter(
    (each, index) => known.findIndex((other) => isSamePayout(other, each)) === index,
  );
  const pending = payouts.find(({ status }) => status === 'PENDING');
  if (pending) return pending;
  const paid = payouts.filter(({ status }) => status === 'APPROVED');
  const [first] = paid;
  if (first) return { ...first, amount: sum(paid.map(({ amount }) => amount)) };
  if (found.includes(undefined)) return undefined;
  const [failed] = payouts;
  return failed && payouts.length < calls ? { ...failed, status: 'PENDING' } : failed;
};

/** What the acquirer says about a withdrawal. */
interface FoundPayout {
  readonly result: WithdrawResult;
  /** The acquirer's ids of all payouts that the result is about. */
  readonly withdrawIds: readonly string[];
}

/**
 * Asks the acquirer for the outcome of a withdrawal: by the acquirer's ids for the payout, or by our reference. After several calls, asks
 * by both, because each call may have made a payout.
 * @param isAbsenceFinal whether the acquirer knows all calls that can ever arrive
 * @returns undefined if a look-up found nothing, and no pending or paid payout was found @throws ProviderFailure
 */
export const findPayout = async (
  { getWithdraw, findWithdraw }: PaymentProvider,
  withdrawalId: string,
  { attempt, providerWithdrawIds }: Pick<RequestedWithdrawal, 'attempt' | 'providerWithdrawIds'>,
  isAbsenceFinal: boolean,
): Promise<FoundPayout | undefined> => {
  const query = { withdrawReference: withdrawalId };
  const isById = getWithdraw !== undefined && providerWithdrawIds.length > 0;
  const byId = isById
    ? await Promise.all(providerWithdrawIds.map((withdrawId) => getWithdraw({ withdrawId })))
    : [];
  const isSearched = !isById || (isCalledAgain(attempt) && findWithdraw !== undefined);
  const found = isSearched ? [...byId, await requireSupport(findWithdraw)(query)] : byId;
  const result = outcomeOfAll(found, isAbsenceFinal ? 0 : callsMade(attempt));
  return result && { result, withdrawIds: found.flatMap((each) => each?.withdrawId ?? []) };
};
