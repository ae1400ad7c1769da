import {
  isCalledAgain,
  isOfEpoch,
  type LastAttempt,
  type UnknownThere,
} from '#/domain/acquiring/call-attempt.ts';
import { sum } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import type { RequestedWithdrawal } from '#/domain/withdrawal/decider.ts';
import { isAbsentThere } from './calls-again.ts';
import { requireSupport } from './provider-outcome.ts';
import type { Ports } from './reaction.ts';
import { findInAccounts } from './search-accounts.ts';

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
 * Asks the acquirer for the outcome of a withdrawal, in one account.
 * @param isAbsenceFinal whether no call for the withdrawal can arrive any more
 * @returns undefined if a look-up found nothing, and no pending or paid payout was found
 * @throws ProviderFailure
 */
const findPayout = async (
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

/** Whether the payout is paid or under way. */
export const isPayoutMade = ({ status }: Pick<WithdrawResult, 'status'>): boolean =>
  status === 'APPROVED' || status === 'PENDING';

type SoughtPayout = Pick<
  RequestedWithdrawal,
  'requested' | 'status' | 'attempt' | 'providerWithdrawIds'
> & { readonly calls: UnknownThere };

/**
 * Asks the acquirer for the outcome of a withdrawal. If the log may have lost a call for it, asks in our other accounts too: that call
 * was made in the account that was connected then.
 * @param opened the acquirer, opened with the account of the last call
 * @returns the payout, and the account that has it; as `findInAccounts`
 * @throws ProviderFailure
 */
export const findPayoutInAccounts = async (
  ports: Pick<Ports, 'providers'>,
  opened: PaymentProvider,
  withdrawalId: string,
  withdrawal: SoughtPayout,
): ReturnType<typeof findInAccounts<FoundPayout>> => {
  const { requested, status, attempt, calls } = withdrawal;
  const find = (acquirer: PaymentProvider) =>
    findPayout(acquirer, withdrawalId, withdrawal, isAbsentThere(acquirer, 'withdraw', calls));
  if (status === 'SETTLED' || isOfEpoch(attempt, calls.epoch.number))
    return { acquirer: opened, found: await find(opened) };
  const isMade = ({ result }: FoundPayout) => isPayoutMade(result);
  return findInAccounts(ports, requested, opened, { find, isMade });
};
