import { add } from '#/domain/values/money.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

type Resolved = Extract<WithdrawalEvent, { type: 'WithdrawalResolved' }>['data'];

/** Remembers the amount that staff decided about, so that the same statement again records nothing. */
const withAnswerDecided = (
  withdrawal: RequestedWithdrawal,
  { matter: decided }: Resolved,
): RequestedWithdrawal => {
  const { matters } = withdrawal.investigation;
  const paid = matters.find(({ key }) => key === decided)?.said.amount ?? null;
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
  const isOver = isBorneByPlatform || (withdrawal.isBorneByPlatform && resolution === 'HAPPENED');
  if (!isOver) return withdrawal;
  return {
    ...withdrawal,
    isBorneByPlatform,
    paid: add(withdrawal.paid, loss),
    lastContradiction: null,
  };
};

/** After two members of staff decided whether the payout was made. */
export const resolvedAs = (
  withdrawal: RequestedWithdrawal,
  decision: Resolved,
): RequestedWithdrawal => withWhoBears(withAnswerDecided(withdrawal, decision), decision);
