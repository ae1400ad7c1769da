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

/** How many calls may have made a payout; 1 if none is on record, as for older payouts. */
const countCalls = (last: LastAttempt | null): number =>
  last === null ? 1 : last.ordinal - (last.isUnsent ? 1 : 0);

/**
 * Sums up all payouts of one withdrawal: pending if one is; else paid, with the sum of the paid ones; else failed. Failed becomes
 * pending while a call may have made a further payout. Undefined = a look-up found nothing, and none is pending or paid.
 * @param calls how many calls may have made a payout
 */
const outcomeOfAll = (
  answers: readonly (WithdrawResult | undefined)[],
  calls: number,
): WithdrawResult | undefined => {
  const results = answers.filter((each) => each !== undefined);
  const payouts = results.filter(
    (each, index) => results.findIndex((other) => isSamePayout(other, each)) === index,
  );
  const pending = payouts.find(({ status }) => status === 'PENDING');
  if (pending) return pending;
  const paid = payouts.filter(({ status }) => status === 'APPROVED');
  const [first] = paid;
  if (first) return { ...first, amount: sum(paid.map(({ amount }) => amount)) };
  if (answers.includes(undefined)) return undefined;
  const [failed] = payouts;
  return failed && payouts.length < calls ? { ...failed, status: 'PENDING' } : failed;
};

interface FoundPayout {
  readonly result: WithdrawResult;
  /** The acquirer's ids of all payouts that the result is about. */
  readonly withdrawIds: readonly string[];
}

/**
 * Asks the acquirer for the outcome of a withdrawal.
 * @param isAbsenceFinal whether no call for the withdrawal can arrive any more
 * @returns undefined if a look-up found nothing, and no pending or paid payout was found
 * @throws ProviderFailure
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
  const answers = isSearched ? [...byId, await requireSupport(findWithdraw)(query)] : byId;
  const result = outcomeOfAll(answers, isAbsenceFinal ? 0 : countCalls(attempt));
  return result && { result, withdrawIds: answers.flatMap((each) => each?.withdrawId ?? []) };
};
