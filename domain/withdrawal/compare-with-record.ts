import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import { add, amountInCents, negate, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import { accountPart, isCalledAgain, isSuperseded } from '#/domain/acquiring/call-attempt.ts';
import { isSimulatedPart } from '#/domain/platform/simulated.ts';
import { explanationPart } from '#/domain/privacy/personal-text.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';
import { ownerOf } from './paying-account.ts';
import {
  amountInQuestion,
  destinationPart,
  ordinalPart,
  payoutOf,
  sumUnapplied,
} from './resolve.ts';

/** The commands about calls and look-ups of a payout. */
export type PayoutOutcomeCommand = Exclude<
  WithdrawalCommand,
  | {
      type:
        | 'RequestWithdrawal'
        | 'ApprovePayout'
        | 'RefusePayout'
        | 'ReconcilePayout'
        | 'RevertReconciliation'
        | 'RecordOtherHolder';
    }
  | InvestigationCommand
>;

/** Whether a report is outdated: since the look-up or call that it is about, another call or payout was recorded. */
export const isOutdated = (
  { attempt, providerWithdrawIds }: RequestedWithdrawal,
  command: PayoutOutcomeCommand,
): boolean => {
  switch (command.type) {
    case 'RecordSettled':
    case 'RecordFailed':
    case 'RecordCameBack':
    case 'LeaveUnresolved': {
      const { asked } = command;
      if (!asked) return isSuperseded(attempt, command);
      const wasOnRecord = (id: string) => asked.providerWithdrawIds.includes(id);
      const isLast = attempt === null || attempt.attemptId === asked.attemptId;
      return !isLast || !providerWithdrawIds.every(wasOnRecord);
    }
    default:
      return false;
  }
};

/**
 * Adds the account at the acquirer that was asked: the account that knows the payout is the one in which it was made, also if the log has
 * lost the call. What is booked stays where it is.
 */
export const withAskedAccount = (
  withdrawal: RequestedWithdrawal,
  command: PayoutOutcomeCommand,
): RequestedWithdrawal => {
  const { paid, investigation } = withdrawal;
  const isBooked = paid !== ZERO || sumUnapplied(investigation) !== ZERO;
  const asked = 'asked' in command ? command.asked : undefined;
  const { merchantAccount } = asked ?? (command.type === 'RecordSent' ? command : {});
  return isBooked || merchantAccount === undefined
    ? withdrawal
    : { ...withdrawal, merchantAccount };
};

/** The account in which the acquirer has the payout, if the record names another one or none. */
export const foundInPart = (
  { merchantAccount: onRecord }: RequestedWithdrawal,
  { merchantAccount }: RequestedWithdrawal,
) => (merchantAccount === onRecord ? {} : accountPart({ merchantAccount }));

const isCameBack = (
  command: PayoutOutcomeCommand,
): command is Extract<PayoutOutcomeCommand, { type: 'RecordCameBack' }> =>
  command.type === 'RecordCameBack';

/** Returns the amount in question, and the change of unapplied money: money is unapplied only if the acquirer contradicts staff. */
const findAmounts = (withdrawal: RequestedWithdrawal, statedPaid: Cents) => {
  const { paid, investigation, isBorneByPlatform } = withdrawal;
  const amount = amountInQuestion(statedPaid === ZERO ? paid : statedPaid, payoutOf(withdrawal));
  if (amount === ZERO) return {};
  const isDecidedByStaff = investigation.outcome !== null || isBorneByPlatform;
  const isPossible = amountInCents.safeParse(statedPaid).success;
  const unapplied = isDecidedByStaff && isPossible ? subtract(paid, statedPaid) : ZERO;
  return { amount, unapplied: subtract(unapplied, sumUnapplied(investigation)) };
};

type Sent = Extract<PayoutOutcomeCommand, { type: 'RecordSent' }>;

/** Whether the id is of a payout that is new to the record. After a single call, a second id may be of the same payout. */
export const isNewId = (
  { attempt, providerWithdrawIds }: RequestedWithdrawal,
  { providerWithdrawId }: Sent,
): boolean =>
  isCalledAgain(attempt)
    ? !providerWithdrawIds.includes(providerWithdrawId)
    : providerWithdrawIds.length === 0;

/** Returns the sum paid, with a payout that the acquirer has newly accepted. Undefined = the answer reports no new payout. */
const withAccepted = (withdrawal: RequestedWithdrawal, command: Sent): Cents | undefined => {
  const { attempt, status, lastContradiction, investigation } = withdrawal;
  if (command.attemptId === undefined || !isNewId(withdrawal, command)) return undefined;
  const payout = payoutOf(withdrawal);
  if (isCalledAgain(attempt)) return add((lastContradiction ?? withdrawal).paid, payout);
  return status === 'FAILED' && investigation.outcome === 'DID_NOT_HAPPEN' ? payout : undefined;
};

/** Returns the sum that was paid out, by the report. Undefined = the report does not say. */
const readPaid = (
  withdrawal: RequestedWithdrawal,
  command: PayoutOutcomeCommand,
): Cents | undefined => {
  switch (command.type) {
    case 'RecordSent':
      return withAccepted(withdrawal, command);
    case 'RecordSettled':
      return payoutOf(withdrawal);
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

/** Records the acquirer's id of a payout, by which the payout is looked up later. */
const recordSent = (
  withdrawal: RequestedWithdrawal,
  command: PayoutOutcomeCommand,
): readonly WithdrawalEvent[] => {
  if (command.type !== 'RecordSent' || !isNewId(withdrawal, command)) return [];
  const { providerWithdrawId, now: at } = command;
  return [{ type: 'WithdrawalSent', data: { providerWithdrawId, at } }];
};

/** Decides what an answer changes once an outcome is on record. Staff decide about contradictions. */
export const compareWithRecord = (
  withdrawal: RequestedWithdrawal,
  command: PayoutOutcomeCommand,
): readonly WithdrawalEvent[] => {
  const { requested, status, attempt, paid, lastContradiction, investigation } = withdrawal;
  const { currency, amount, fee } = requested;
  const about = { ...ownerOf(withdrawal), currency, at: command.now };
  const statedPaid = readPaid(withdrawal, command);
  const isReturned = isCameBack(command);
  const last = lastContradiction ?? { paid, isReturned };
  const sent = recordSent(withdrawal, command);
  if (statedPaid === undefined) return isCalledAgain(attempt) && 'asked' in command ? sent : [];
  if (statedPaid === last.paid && isReturned === last.isReturned) return [];
  const isWhole = paid === payoutOf(withdrawal);
  const isAsPaid = status === 'SETTLED' && isWhole && investigation.outcome === null;
  if (isReturned && isAsPaid && lastContradiction?.paid !== ZERO) {
    const { cause, text } = command;
    const back = {
      amount,
      fee,
      ...ordinalPart(withdrawal),
      ...destinationPart(withdrawal),
      ...isSimulatedPart(requested),
      cause,
      ...explanationPart(text),
    };
    return [{ type: 'WithdrawalCameBack', data: { ...about, ...back } }];
  }
  if (statedPaid === paid) {
    const unapplied = negate(sumUnapplied(investigation));
    return [...sent, { type: 'WithdrawalContradictionEnded', data: { ...about, unapplied } }];
  }
  const data = {
    ...about,
    status: statedPaid === ZERO ? 'FAILED' : 'SETTLED',
    ...findAmounts(withdrawal, statedPaid),
    ...((command.type === 'LeaveUnresolved' || command.type === 'RecordSent') && {
      saidAmount: statedPaid,
    }),
    endToEndId: command.type === 'RecordSettled' ? command.endToEndId : null,
    cause: 'cause' in command ? command.cause : null,
    ...(isReturned && { isReturned }),
  } as const;
  return [...sent, { type: 'WithdrawalContradicted', data }];
};
