import type { Decider, EventOf } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import { explanationPart } from '#/domain/personal-text.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { withdrawalEvents, WithdrawalRequestedData } from './events.ts';

export type WithdrawalEvent = EventOf<typeof withdrawalEvents>;

export type Withdrawal =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'PENDING' | 'SENT' | 'UNANSWERED' | 'SETTLED' | 'FAILED';
      readonly requested: WithdrawalRequestedData;
      /** The provider's id for the payout, once there is one. */
      readonly providerWithdrawId: string | null;
    };

/** A withdrawal that was opened. */
export type RequestedWithdrawal = Exclude<Withdrawal, { readonly status: 'NONE' }>;

const decide = (command: WithdrawalCommand, withdrawal: Withdrawal): readonly WithdrawalEvent[] => {
  if (command.type === 'OpenWithdrawal') {
    if (withdrawal.status !== 'NONE') return [];
    return [{ type: 'WithdrawalRequested', data: command.withdrawal }];
  }
  if (withdrawal.status === 'NONE') throw new Refused('withdrawal/unknown');
  if (withdrawal.status === 'SETTLED' || withdrawal.status === 'FAILED') return [];
  const { platformId, receiverId, provider } = withdrawal.requested;
  const at = command.now;
  switch (command.type) {
    case 'RecordSent': {
      if (withdrawal.status === 'SENT') return [];
      const { providerWithdrawId } = command;
      return [{ type: 'WithdrawalSent', data: { providerWithdrawId, at } }];
    }
    case 'RecordUnanswered':
      if (withdrawal.status !== 'PENDING') return [];
      return [{ type: 'WithdrawalUnanswered', data: { failure: command.failure, at } }];
    case 'RecordSettled': {
      const { endToEndId } = command;
      const data = { platformId, receiverId, provider, endToEndId, at };
      return [{ type: 'WithdrawalSettled', data }];
    }
    case 'RecordFailed': {
      const { cause, text } = command;
      const data = { platformId, receiverId, cause, ...explanationPart(text), at };
      return [{ type: 'WithdrawalFailed', data }];
    }
  }
};

const evolve = (withdrawal: Withdrawal, event: WithdrawalEvent): Withdrawal => {
  if (event.type === 'WithdrawalRequested') {
    return { status: 'PENDING', requested: event.data, providerWithdrawId: null };
  }
  if (withdrawal.status === 'NONE') return withdrawal;
  switch (event.type) {
    case 'WithdrawalSent':
      return {
        ...withdrawal,
        status: 'SENT',
        providerWithdrawId: event.data.providerWithdrawId,
      };
    case 'WithdrawalUnanswered':
      return { ...withdrawal, status: 'UNANSWERED' };
    case 'WithdrawalSettled':
      return { ...withdrawal, status: 'SETTLED' };
    case 'WithdrawalFailed':
      return { ...withdrawal, status: 'FAILED' };
  }
};

/** One payout at the provider, from held money until it is paid or returned. */
export const withdrawal: Decider<WithdrawalCommand, WithdrawalEvent, Withdrawal> = {
  category: 'withdrawal',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
