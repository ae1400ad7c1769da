import { ZERO, type Cents } from '#/domain/values/money.ts';
import type { RequestedWithdrawal, Statement, WithdrawalEvent } from './decider.ts';
import { payoutOf } from './resolve.ts';

/** What an acquirer said against the record. */
export const describeStatement = (
  withdrawal: RequestedWithdrawal,
  event: Extract<WithdrawalEvent, { type: 'WithdrawalContradicted' }>['data'],
): Statement => {
  const { status, saidAmount, isReturned = false } = event;
  return { paid: saidAmount ?? (status === 'SETTLED' ? payoutOf(withdrawal) : ZERO), isReturned };
};

/** The withdrawal after its record was corrected to the amount that was really paid. */
export const correct = (
  withdrawal: RequestedWithdrawal,
  status: 'SETTLED' | 'RETURNED',
  paid: Cents,
): RequestedWithdrawal => {
  const corrections = withdrawal.corrections + 1;
  return { ...withdrawal, status, paid, corrections, lastContradiction: null };
};
