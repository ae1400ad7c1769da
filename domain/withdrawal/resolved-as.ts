import { add } from '#/domain/values/money.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

type Resolved = Extract<WithdrawalEvent, { type: 'WithdrawalResolved' }>['data'];

/** Remembers the amount that staff decided about, so that the same statement again records nothing. */
const withAnswerDecided = (
  withdrawal: RequestedWithdrawal,
  { matter: matterKey }: Resolved,
): RequestedWithdrawal => {
  const { matters } = withdrawal.investigation;
  const paid = matters.find(({ key }) => key === matterKey)?.said.amount ?? null;
  return paid === null
    ? withdrawal
    : { ...withdrawal, lastContradiction: { paid, isReturned: false } };
};

/** The platform bears a payout until staff decide that its money came back. */
const withWhoBears = (
  withdrawal: RequestedWithdrawal,
  { resolution, loss }: Resolved,
): RequestedWithdrawal => {
  const isBorneByPlatform = resolution === 'BORNE_BY_PLATFORM';
  const hasComeBack = withdrawal.isBorneByPlatform && resolution === 'HAPPENED';
  if (!isBorneByPlatform && !hasComeBack) return withdrawal;
  return {
    ...withdrawal,
    isBorneByPlatform,
    paid: add(withdrawal.paid, loss),
    lastContradiction: null,
  };
};

/** Applies the decision of two members of staff whether the payout was made. */
export const resolvedAs = (
  withdrawal: RequestedWithdrawal,
  decision: Resolved,
): RequestedWithdrawal => withWhoBears(withAnswerDecided(withdrawal, decision), decision);
