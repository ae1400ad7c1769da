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
import { explanationPart } from '#/domain/personal-text.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { withdrawalEvents, WithdrawalRequestedData } from './events.ts';

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
    };

/** A withdrawal that was opened. */
export type RequestedWithdrawal = Exclude<Withdrawal, { readonly status: 'NONE' }>;

/** Decides what the acquirer's word changes once an outcome is on record. */
const afterwards = (
  { requested, status, isContradicted }: RequestedWithdrawal,
  command: Exclude<WithdrawalCommand, { type: 'OpenWithdrawal' }>,
): readonly WithdrawalEvent[] => {
  const { platformId, receiverId, provider, amount, fee } = requested;
  const about = { platformId, receiverId, provider, at: command.now };
  if (command.type === 'RecordCameBack' && status === 'SETTLED') {
    const { cause, text } = command;
    const data = { ...about, amount, fee, cause, ...explanationPart(text) };
    return [{ type: 'WithdrawalCameBack', data }];
  }
  if (isContradicted) return [];
  if (command.type === 'RecordSettled' && status !== 'SETTLED') {
    const { endToEndId } = command;
    const data = { ...about, status: 'SETTLED', endToEndId, cause: null } as const;
    return [{ type: 'WithdrawalContradicted', data }];
  }
  if (command.type === 'RecordFailed' && status === 'SETTLED' && !command.isUnsent) {
    const data = { ...about, status: 'FAILED', endToEndId: null, cause: command.cause } as const;
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
  if (hasEnded(withdrawal)) return afterwards(withdrawal, command);
  const { platformId, receiverId, provider } = withdrawal.requested;
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
      const data = { platformId, receiverId, provider, endToEndId, at };
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
    };
  }
  if (withdrawal.status === 'NONE') return withdrawal;
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
      return { ...withdrawal, status: 'SETTLED' };
    case 'WithdrawalFailed':
      return { ...withdrawal, status: 'FAILED' };
    case 'WithdrawalCameBack':
      return { ...withdrawal, status: 'RETURNED' };
    case 'WithdrawalContradicted':
      return { ...withdrawal, isContradicted: true };
  }
};

/** One payout at the provider, from held money until it is paid or returned. */
export const withdrawal: Decider<WithdrawalCommand, WithdrawalEvent, Withdrawal> = {
  category: 'withdrawal',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
