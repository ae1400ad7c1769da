import { Refused } from '#/domain/errors/refused.ts';
import type { Cents } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';
import { moneyMovedAfter } from './paying-account.ts';

/** The mark that a payout was found on the bank's statement. */
export interface Reconciliation {
  /** The member of staff who found it, as actor. */
  readonly by: string;
  readonly at: Timestamp;
  /** What went out, by the statement. */
  readonly amount: Cents;
  /** Finds the payout on the statement again; null = none was given. */
  readonly reference: string | null;
  /** The payout's money moved again afterwards, for example because it came back: the mark says nothing about that. */
  readonly isOutdated: boolean;
}

type ReconciliationCommand = Extract<
  WithdrawalCommand,
  { type: 'ReconcilePayout' | 'RevertReconciliation' }
>;

export const isOfReconciliation = (command: WithdrawalCommand): command is ReconciliationCommand =>
  command.type === 'ReconcilePayout' || command.type === 'RevertReconciliation';

/** Whether a mark is there and still holds. */
export const isReconciled = (reconciliation: Reconciliation | null): boolean =>
  reconciliation?.isOutdated === false;

/**
 * Sets the mark, or takes it back. Nothing changes if that was done before.
 * @throws Refused, to set it: `withdrawal/not-paid`, also if the payout came back; `withdrawal/other-amount` if the amount on record is not
 * the one that the caller found on the statement
 */
export const reconcilePayout = (
  { requested, status, paid, reconciliation }: RequestedWithdrawal,
  command: ReconciliationCommand,
): readonly WithdrawalEvent[] => {
  const { platformId, receiverId, currency } = requested;
  const about = { platformId, receiverId, by: command.by, at: command.now };
  if (command.type === 'RevertReconciliation') {
    if (reconciliation === null) return [];
    const data = { ...about, reason: command.reason };
    return [{ type: 'WithdrawalReconciliationReverted', data }];
  }
  if (status !== 'SETTLED') throw new Refused('withdrawal/not-paid');
  const { amount, reference } = command;
  if (amount !== paid) throw new Refused('withdrawal/other-amount');
  if (isReconciled(reconciliation)) return [];
  const data = { ...about, currency, amount, reference };
  return [{ type: 'WithdrawalReconciled', data }];
};

export type ReconciliationEventType = 'WithdrawalReconciled' | 'WithdrawalReconciliationReverted';

export const isReconciliationEvent = (
  event: WithdrawalEvent,
): event is Extract<WithdrawalEvent, { type: ReconciliationEventType }> =>
  event.type === 'WithdrawalReconciled' || event.type === 'WithdrawalReconciliationReverted';

/** Used by the decider and by the read model. */
export const reconciliationAfter = (
  reconciliation: Reconciliation | null,
  event: WithdrawalEvent,
): Reconciliation | null => {
  switch (event.type) {
    case 'WithdrawalReconciled': {
      const { by, at, amount, reference } = event.data;
      return { by, at, amount, reference, isOutdated: false };
    }
    case 'WithdrawalReconciliationReverted':
      return null;
    default: {
      const hasMoved = moneyMovedAfter({ moneyMovedAt: null }, event) !== null;
      return reconciliation && hasMoved ? { ...reconciliation, isOutdated: true } : reconciliation;
    }
  }
};
