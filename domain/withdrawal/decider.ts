import type { Decider, EventOf } from '#/domain/decider.ts';
import {
  isNewlyUnsent,
  isSuperseded,
  nextAttempt,
  unansweredPart,
  withoutAnswer,
  type LastAttempt,
} from '#/domain/call-attempt.ts';
import { Refused } from '#/domain/errors.ts';
import {
  isInvestigation,
  NOT_INVESTIGATED,
  waitsSince,
  type Investigation,
  type InvestigationCommand,
} from '#/domain/investigation/investigation.ts';
import { negate, ZERO } from '#/domain/money.ts';
import { explanationPart } from '#/domain/personal-text.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { withdrawalEvents, WithdrawalRequestedData } from './events.ts';
import { investigationAfter, payoutOf, resolveWithdrawal } from './resolve.ts';

export type WithdrawalEvent = EventOf<typeof withdrawalEvents>;

export type Withdrawal =
  | { readonly status: 'NONE' }
  | {
      /** RETURNED: paid, and came back. */
      readonly status: 'PENDING' | 'SENT' | 'UNANSWERED' | 'SETTLED' | 'FAILED' | 'RETURNED';
      readonly requested: WithdrawalRequestedData;
      /** The last call for the payout; null = none, or one of before calls were recorded. */
      readonly attempt: LastAttempt | null;
      /** The provider's id for the payout, once there is one. */
      readonly providerWithdrawId: string | null;
      /** The acquirer said otherwise: once on record, saying it again changes nothing. */
      readonly isContradicted: boolean;
      readonly investigation: Investigation;
    };

/** A withdrawal that was opened. */
export type RequestedWithdrawal = Exclude<Withdrawal, { readonly status: 'NONE' }>;

/** What the acquirer says became of the payout; against what people decided, the books follow it. */
const movedBy = <Status extends 'SETTLED' | 'FAILED'>(
  withdrawal: RequestedWithdrawal,
  status: Status,
) => {
  const amount = payoutOf(withdrawal);
  if (amount === ZERO) return { status };
  const isOfPeople = withdrawal.investigation.outcome !== null;
  const unapplied = status === 'SETTLED' ? negate(amount) : amount;
  return { status, amount, unapplied: isOfPeople ? unapplied : ZERO };
};

/** Decides what the acquirer's word changes once an outcome is on record. */
const afterwards = (
  withdrawal: RequestedWithdrawal,
  command: Exclude<WithdrawalCommand, { type: 'OpenWithdrawal' } | InvestigationCommand>,
): readonly WithdrawalEvent[] => {
  const { requested, status, isContradicted } = withdrawal;
  const { platformId, receiverId, provider, currency, amount, fee } = requested;
  const about = { platformId, receiverId, provider, currency, at: command.now };
  if (command.type === 'RecordCameBack' && status === 'SETTLED') {
    const { cause, text } = command;
    const data = { ...about, amount, fee, cause, ...explanationPart(text) };
    return [{ type: 'WithdrawalCameBack', data }];
  }
  if (isContradicted) return [];
  if (command.type === 'RecordSettled' && status !== 'SETTLED') {
    const { endToEndId } = command;
    const data = { ...about, ...movedBy(withdrawal, 'SETTLED'), endToEndId, cause: null } as const;
    return [{ type: 'WithdrawalContradicted', data }];
  }
  if (command.type === 'RecordFailed' && status === 'SETTLED' && !command.isUnsent) {
    const { cause } = command;
    const data = { ...about, ...movedBy(withdrawal, 'FAILED'), endToEndId: null, cause } as const;
    return [{ type: 'WithdrawalContradicted', data }];
  }
  return [];
};

const hasEnded = ({ status }: RequestedWithdrawal): boolean =>
  status === 'SETTLED' || status === 'FAILED' || status === 'RETURNED';

const decide = (command: WithdrawalCommand, withdrawal: Withdrawal): readonly WithdrawalEvent[] => {
  if (command.type === 'OpenWithdrawal') {
    if (withdrawal.status !== 'NONE') return [];
    return [{ type: 'WithdrawalRequested', data: command.withdrawal }];
  }
  if (withdrawal.status === 'NONE') throw new Refused('withdrawal/unknown');
  if (command.type === 'RecordFailed' && isSuperseded(withdrawal.attempt, command)) return [];
  if (isInvestigation(command)) return resolveWithdrawal(withdrawal, command);
  if (hasEnded(withdrawal)) return afterwards(withdrawal, command);
  const { platformId, receiverId, provider, currency, amount, fee } = withdrawal.requested;
  const at = command.now;
  switch (command.type) {
    case 'BeginPayout': {
      const attempt = nextAttempt(withdrawal.attempt, command, provider);
      if (withdrawal.status === 'SENT' || !attempt) return [];
      return [{ type: 'WithdrawalAttempted', data: attempt }];
    }
    case 'RecordSent': {
      if (withdrawal.status === 'SENT') return [];
      const { providerWithdrawId } = command;
      return [{ type: 'WithdrawalSent', data: { providerWithdrawId, at } }];
    }
    case 'RecordUnanswered':
      if (withdrawal.status !== 'PENDING' && !isNewlyUnsent(withdrawal.attempt, command)) return [];
      return [{ type: 'WithdrawalUnanswered', data: { ...unansweredPart(command), at } }];
    case 'RecordSettled': {
      const { endToEndId } = command;
      const data = { platformId, receiverId, provider, currency, amount, fee, endToEndId, at };
      return [{ type: 'WithdrawalSettled', data }];
    }
    case 'RecordCameBack':
      return [];
    case 'RecordFailed': {
      const { cause, text, isUnsent } = command;
      if (isUnsent && withdrawal.attempt) return [];
      const data = { platformId, receiverId, cause, ...explanationPart(text), at };
      return [{ type: 'WithdrawalFailed', data }];
    }
    case 'LeaveUnresolved': {
      if (waitsSince(withdrawal.investigation) !== null) return [];
      const { cause } = command;
      const about = { platformId, receiverId, provider, currency, amount: payoutOf(withdrawal) };
      return [{ type: 'WithdrawalLeftUnresolved', data: { ...about, cause, at } }];
    }
  }
};

const evolve = (withdrawal: Withdrawal, event: WithdrawalEvent): Withdrawal => {
  if (event.type === 'WithdrawalRequested') {
    return {
      status: 'PENDING',
      requested: event.data,
      attempt: null,
      providerWithdrawId: null,
      isContradicted: false,
      investigation: NOT_INVESTIGATED,
    };
  }
  if (withdrawal.status === 'NONE') return withdrawal;
  const investigation = investigationAfter(withdrawal.investigation, event);
  return { ...evolveRequested(withdrawal, event), investigation };
};

const evolveRequested = (
  withdrawal: RequestedWithdrawal,
  event: Exclude<WithdrawalEvent, { type: 'WithdrawalRequested' }>,
): RequestedWithdrawal => {
  switch (event.type) {
    case 'WithdrawalAttempted':
      return { ...withdrawal, attempt: event.data };
    case 'WithdrawalSent':
      return {
        ...withdrawal,
        status: 'SENT',
        providerWithdrawId: event.data.providerWithdrawId,
      };
    case 'WithdrawalUnanswered':
      return {
        ...withdrawal,
        status: 'UNANSWERED',
        attempt: withoutAnswer(withdrawal.attempt, event.data),
      };
    case 'WithdrawalSettled':
    case 'WithdrawalFoundPaid':
      return { ...withdrawal, status: 'SETTLED' };
    case 'WithdrawalFailed':
      return { ...withdrawal, status: 'FAILED' };
    case 'WithdrawalCameBack':
      return { ...withdrawal, status: 'RETURNED' };
    case 'WithdrawalContradicted':
      return { ...withdrawal, isContradicted: true };
    case 'WithdrawalLeftUnresolved':
    case 'WithdrawalResolutionProposed':
    case 'WithdrawalResolutionRejected':
    case 'WithdrawalResolved':
      return withdrawal;
  }
};

/** One payout at the provider, from held money until it is paid or returned. */
export const withdrawal: Decider<WithdrawalCommand, WithdrawalEvent, Withdrawal> = {
  category: 'withdrawal',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
