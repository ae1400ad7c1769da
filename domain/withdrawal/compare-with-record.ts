import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import { add, amountInCents, negate, subtract, ZERO, type Cents } from '#/domain/money.ts';
import { isCalledAgain } from '#/domain/call-attempt.ts';
import { explanationPart } from '#/domain/personal-text.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';
import {
  amountInQuestion,
  destinationPart,
  ordinalPart,
  payoutOf,
  unappliedBefore,
} from './resolve.ts';

/** What is recorded of a payout that was opened, by calls and look-ups. */
export type OfAcquirer = Exclude<
  WithdrawalCommand,
  { type: 'RequestWithdrawal' | 'ApprovePayout' | 'RefusePayout' } | InvestigationCommand
>;

const isCameBack = (
  command: OfAcquirer,
): command is Extract<OfAcquirer, { type: 'RecordCameBack' }> => command.type === 'RecordCameBack';

/**
 * Returns the amount in question, and how unapplied money changes: what the acquirer states against the decision of people is
 * posted as unapplied, unless no payout can have that amount. It takes the place of what it stated before.
 */
const movedBy = (withdrawal: RequestedWithdrawal, said: Cents) => {
  const { paid, investigation, isBorne } = withdrawal;
  const amount = amountInQuestion(said === ZERO ? paid : said, payoutOf(withdrawal));
  if (amount === ZERO) return {};
  const isOfPeople = investigation.outcome !== null || isBorne;
  const isPossible = amountInCents.safeParse(said).success;
  const unapplied = isOfPeople && isPossible ? subtract(paid, said) : ZERO;
  return { amount, unapplied: subtract(unapplied, unappliedBefore(investigation)) };
};

type Sent = Extract<OfAcquirer, { type: 'RecordSent' }>;

/** Whether the acquirer's id is not on record yet. It may give another id to the same payout, unless it was called again. */
export const isNewId = (
  { attempt, providerWithdrawIds }: RequestedWithdrawal,
  { providerWithdrawId }: Sent,
): boolean =>
  isCalledAgain(attempt)
    ? !providerWithdrawIds.includes(providerWithdrawId)
    : providerWithdrawIds.length === 0;

/**
 * Returns what was paid out with a payout that a call was answered with: each of several calls makes one, and the only call makes
 * the one that people found not made. Undefined = it is on record, or no call was answered.
 */
const withAccepted = (withdrawal: RequestedWithdrawal, command: Sent): Cents | undefined => {
  const { attempt, status, contradicted, investigation } = withdrawal;
  if (command.attemptId === undefined || !isNewId(withdrawal, command)) return undefined;
  const asked = payoutOf(withdrawal);
  if (isCalledAgain(attempt)) return add((contradicted ?? withdrawal).paid, asked);
  return status === 'FAILED' && investigation.outcome === 'DID_NOT_HAPPEN' ? asked : undefined;
};

/** Returns what was paid out as the acquirer states it; undefined when a command does not state it. */
const paidBy = (withdrawal: RequestedWithdrawal, command: OfAcquirer): Cents | undefined => {
  const asked = payoutOf(withdrawal);
  switch (command.type) {
    case 'RecordSent':
      return withAccepted(withdrawal, command);
    case 'RecordSettled':
      return asked;
    case 'LeaveUnresolved':
      return command.saidAmount;
    case 'RecordFailed':
      return command.isUnsent ? undefined : ZERO;
    case 'RecordCameBack':
      return ZERO;
    default:
      return undefined;
  }
};

/** Returns the record of a new id of the acquirer's, by which it is asked about the payout from now on. */
const sentIn = (
  withdrawal: RequestedWithdrawal,
  command: OfAcquirer,
): readonly WithdrawalEvent[] => {
  if (command.type !== 'RecordSent' || !isNewId(withdrawal, command)) return [];
  const { providerWithdrawId, now: at } = command;
  return [{ type: 'WithdrawalSent', data: { providerWithdrawId, at } }];
};

/**
 * Decides what an answer of the acquirer changes once an outcome is on record. A contradiction waits for people, until the acquirer
 * says again what is on record. What it said last changes nothing when it is said again, also if people have decided about it. That
 * a payout came back is another statement than that it was refused: it is booked at once, unless people found the outcome or
 * the acquirer has said before that nothing was paid.
 */
export const compareWithRecord = (
  withdrawal: RequestedWithdrawal,
  command: OfAcquirer,
): readonly WithdrawalEvent[] => {
  const { requested, status, attempt, paid, contradicted, investigation } = withdrawal;
  const { platformId, receiverId, provider, currency, amount, fee } = requested;
  const about = { platformId, receiverId, provider, currency, at: command.now };
  const asked = payoutOf(withdrawal);
  const said = paidBy(withdrawal, command);
  const isReturned = isCameBack(command);
  const last = contradicted ?? { paid, isReturned };
  const sent = sentIn(withdrawal, command);
  if (said === undefined) return isCalledAgain(attempt) && 'asked' in command ? sent : [];
  if (said === last.paid && isReturned === last.isReturned) return [];
  const isAsPaid = status === 'SETTLED' && paid === asked && investigation.outcome === null;
  if (isReturned && isAsPaid && contradicted?.paid !== ZERO) {
    const { cause, text } = command;
    const back = {
      amount,
      fee,
      ...ordinalPart(withdrawal),
      ...destinationPart(withdrawal),
      cause,
      ...explanationPart(text),
    };
    return [{ type: 'WithdrawalCameBack', data: { ...about, ...back } }];
  }
  if (said === paid) {
    const unapplied = negate(unappliedBefore(investigation));
    return [...sent, { type: 'WithdrawalContradictionEnded', data: { ...about, unapplied } }];
  }
  const data = {
    ...about,
    status: said === ZERO ? 'FAILED' : 'SETTLED',
    ...movedBy(withdrawal, said),
    ...((command.type === 'LeaveUnresolved' || command.type === 'RecordSent') && {
      saidAmount: said,
    }),
    endToEndId: command.type === 'RecordSettled' ? command.endToEndId : null,
    cause: 'cause' in command ? command.cause : null,
    ...(isReturned && { isReturned }),
  } as const;
  return [...sent, { type: 'WithdrawalContradicted', data }];
};
