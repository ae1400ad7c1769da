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
import type { Resolution } from '#/domain/investigation/events.ts';
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
      /** RETURNED: it was paid, and the money came back. */
      readonly status: 'PENDING' | 'SENT' | 'UNANSWERED' | 'SETTLED' | 'FAILED' | 'RETURNED';
      readonly requested: WithdrawalRequestedData;
      /** The last call for the payout; null = none, or one of before calls were recorded. */
      readonly attempt: LastAttempt | null;
      /** The provider's id for the payout, once there is one. */
      readonly providerWithdrawId: string | null;
      /** The outcome that the acquirer states against the record. The same statement again changes nothing. */
      readonly contradicted: 'SETTLED' | 'FAILED' | null;
      /** It was paid after all, and the platform bears it: the seller has got its money back. */
      readonly isBorne: boolean;
      readonly investigation: Investigation;
    };

/** A withdrawal that was opened. */
export type RequestedWithdrawal = Exclude<Withdrawal, { readonly status: 'NONE' }>;

type OfAcquirer = Exclude<WithdrawalCommand, { type: 'RequestWithdrawal' } | InvestigationCommand>;

const isCameBack = (
  command: OfAcquirer,
): command is Extract<OfAcquirer, { type: 'RecordCameBack' }> => command.type === 'RecordCameBack';

/** Returns the outcome that the acquirer states. If it contradicts what people decided, its amount is posted as unapplied. */
const movedBy = <Status extends 'SETTLED' | 'FAILED'>(
  withdrawal: RequestedWithdrawal,
  status: Status,
) => {
  const amount = payoutOf(withdrawal);
  if (amount === ZERO) return { status };
  const isOfPeople = withdrawal.investigation.outcome !== null || withdrawal.isBorne;
  const unapplied = status === 'SETTLED' ? negate(amount) : amount;
  return { status, amount, unapplied: isOfPeople ? unapplied : ZERO };
};

/** Returns the outcome of a payout that the acquirer states; undefined when a command states none. */
const wordOf = (command: OfAcquirer): 'SETTLED' | 'FAILED' | undefined => {
  if (command.type === 'RecordSettled') return 'SETTLED';
  const isOfIts = command.type === 'RecordFailed' ? !command.isUnsent : isCameBack(command);
  return isOfIts ? 'FAILED' : undefined;
};

/** Decides what an answer of the acquirer changes once an outcome is on record. A contradiction waits for people. */
const afterwards = (
  withdrawal: RequestedWithdrawal,
  command: OfAcquirer,
): readonly WithdrawalEvent[] => {
  const { requested, status, contradicted, isBorne, investigation } = withdrawal;
  const { platformId, receiverId, provider, currency, amount, fee } = requested;
  const about = { platformId, receiverId, provider, currency, at: command.now };
  if (isCameBack(command) && status === 'SETTLED' && investigation.outcome === null) {
    const { cause, text } = command;
    const data = { ...about, amount, fee, cause, ...explanationPart(text) };
    return [{ type: 'WithdrawalCameBack', data }];
  }
  const word = wordOf(command);
  const onRecord = status === 'SETTLED' || isBorne ? 'SETTLED' : 'FAILED';
  if (word === undefined || word === onRecord || word === contradicted) return [];
  const said = {
    endToEndId: command.type === 'RecordSettled' ? command.endToEndId : null,
    cause: 'cause' in command ? command.cause : null,
  };
  return [
    { type: 'WithdrawalContradicted', data: { ...about, ...movedBy(withdrawal, word), ...said } },
  ];
};

const hasEnded = ({ status }: RequestedWithdrawal): boolean =>
  status === 'SETTLED' || status === 'FAILED' || status === 'RETURNED';

const decide = (command: WithdrawalCommand, withdrawal: Withdrawal): readonly WithdrawalEvent[] => {
  if (command.type === 'RequestWithdrawal') {
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
      const { cause, saidAmount } = command;
      const about = { platformId, receiverId, provider, currency, amount: payoutOf(withdrawal) };
      const said = saidAmount === undefined ? {} : { saidAmount };
      return [{ type: 'WithdrawalLeftUnresolved', data: { ...about, cause, ...said, at } }];
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
      contradicted: null,
      isBorne: false,
      investigation: NOT_INVESTIGATED,
    };
  }
  if (withdrawal.status === 'NONE') return withdrawal;
  const investigation = investigationAfter(withdrawal.investigation, event);
  return { ...evolveRequested(withdrawal, event), investigation };
};

/** Notes whether the platform bears a payout that was paid after all: until people decide that it came back. */
const withWhoBears = (
  withdrawal: RequestedWithdrawal,
  resolution: Resolution,
): RequestedWithdrawal => {
  const isBorne = resolution === 'BORNE_BY_PLATFORM';
  const isOver = isBorne || (withdrawal.isBorne && resolution === 'HAPPENED');
  return isOver ? { ...withdrawal, isBorne, contradicted: null } : withdrawal;
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
      return { ...withdrawal, status: 'SETTLED', contradicted: null };
    case 'WithdrawalFailed':
      return { ...withdrawal, status: 'FAILED' };
    case 'WithdrawalCameBack':
      return { ...withdrawal, status: 'RETURNED', contradicted: null };
    case 'WithdrawalContradicted':
      return { ...withdrawal, contradicted: event.data.status };
    case 'WithdrawalResolved':
      return withWhoBears(withdrawal, event.data.resolution);
    case 'WithdrawalLeftUnresolved':
    case 'WithdrawalResolutionProposed':
    case 'WithdrawalResolutionRejected':
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
