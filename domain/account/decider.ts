import type { Decider } from '#/domain/aggregates/aggregate.ts';
import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { isSimulatedPart } from '#/domain/platform/simulated.ts';
import { subtract, sum, type Currency } from '#/domain/values/money.ts';
import { dayOf } from '#/domain/values/time.ts';
import { hasApplied } from './applied-facts.ts';
import type { AccountCommand } from './commands.ts';
import {
  carriedOf,
  conclusionFact,
  correctionFact,
  evolve,
  holdFact,
  NOTHING_CARRIED,
  sumWithdrawnOn,
  type Account,
  type AccountEvent,
  type OpenAccount,
} from './state.ts';
import { isReleased } from './pending-days.ts';
import { holdRefund, releaseHolds, reverse } from './refund-holds.ts';
import { decideApart, writeOffSimulated } from './simulated-money.ts';

/** Every account is in reais until an acquirer takes another currency. */
const CURRENCY: Currency = 'BRL';

type Booking = Extract<AccountCommand, { type: 'BookReceivables' }>;
type Release = Extract<AccountCommand, { type: 'ReleaseReceivables' }>;
type Hold = Extract<AccountCommand, { type: 'HoldWithdrawal' }>;
type Correction = Extract<AccountCommand, { type: 'ReverseWithdrawal' | 'TakeWithdrawal' }>;
type Conclusion = Extract<AccountCommand, { type: 'PayWithdrawal' | 'ReturnWithdrawal' }>;

const book = (account: OpenAccount, command: Booking): readonly AccountEvent[] => {
  const { platformId, sellerId: receiverId, currency, paymentId, now: at } = command;
  const { parts, receivables } = command;
  const money = isSimulatedPart(command);
  const released = sum(
    receivables.filter((it) => isReleased(account, it.releaseOn)).map(({ amount }) => amount),
  );
  const data = { platformId, receiverId, currency, paymentId, parts, released, ...money, at };
  return [{ type: 'ReceivablesBooked', data: { ...data, receivables: [...receivables] } }];
};

const release = (account: OpenAccount, command: Release): readonly AccountEvent[] => {
  const { platformId, sellerId: receiverId, through, now: at } = command;
  const buckets = carriedOf(account).pending.filter(({ releaseOn }) => releaseOn <= through);
  if (buckets.length === 0) return [];
  const amount = sum(buckets.map((bucket) => bucket.amount));
  return [
    {
      type: 'ReceivablesReleased',
      data: { platformId, receiverId, currency: account.currency, through, buckets, amount, at },
    },
  ];
};

/** @throws Refused `withdrawal/above-day`, with what may still be withdrawn on that day */
const requireWithinDay = (
  account: OpenAccount,
  { withdrawal: { amount, at }, largestPerDay }: Hold,
): void => {
  if (largestPerDay === undefined) return;
  const remaining = Math.max(0, subtract(largestPerDay, sumWithdrawnOn(account, dayOf(at))));
  if (amount > remaining)
    throw new Refused('withdrawal/above-day', { largestPerDay, left: remaining });
};

const hold = (account: OpenAccount, command: Hold): readonly AccountEvent[] => {
  const { withdrawal } = command;
  if (account.withdrawals.has(withdrawal.withdrawalId)) return [];
  if (withdrawal.amount > account.available) {
    throw new Refused('account/insufficient-balance', { available: account.available });
  }
  requireWithinDay(account, command);
  return [{ type: 'WithdrawalHeld', data: withdrawal }];
};

/**
 * Ends a withdrawal whose hold (the reserved money) the log has lost. If it was paid, its amount is taken out of the account.
 * @throws Refused `account/unknown-withdrawal` when it was paid, and the command does not state amount and fee
 */
const concludeLost = ({ currency }: OpenAccount, command: Conclusion): readonly AccountEvent[] => {
  if (command.type === 'ReturnWithdrawal') return [];
  const { type: _, sellerId: receiverId, amount, fee, now: at, ...taking } = command;
  if (amount === undefined || fee === undefined) throw new Refused('account/unknown-withdrawal');
  return [{ type: 'WithdrawalTaken', data: { ...taking, receiverId, currency, amount, fee, at } }];
};

const conclude = (account: OpenAccount, command: Conclusion): readonly AccountEvent[] => {
  const { platformId, sellerId: receiverId, withdrawalId, now: at } = command;
  const withdrawal = account.withdrawals.get(withdrawalId);
  if (!withdrawal) return concludeLost(account, command);
  const { currency } = account;
  const data = { platformId, receiverId, currency, withdrawalId, amount: withdrawal.amount, at };
  return command.type === 'PayWithdrawal'
    ? [
        {
          type: 'WithdrawalPaid',
          data: {
            ...data,
            fee: withdrawal.fee,
            provider: command.provider,
            ...accountPart(command),
          },
        },
      ]
    : [{ type: 'WithdrawalReturned', data: { ...data, cause: command.cause } }];
};

/** Credits a payout that came back, or debits one that was made after all. */
const correct = (account: OpenAccount, command: Correction): readonly AccountEvent[] => {
  if (account.withdrawals.has(command.withdrawalId)) {
    throw new Refused('account/withdrawal-under-way');
  }
  if (command.type === 'ReverseWithdrawal') {
    const { type: _, sellerId: receiverId, now: at, ...reversal } = command;
    return [{ type: 'WithdrawalReversed', data: { ...reversal, receiverId, at } }];
  }
  const { type: _, sellerId: receiverId, now: at, ...taking } = command;
  return [{ type: 'WithdrawalTaken', data: { ...taking, receiverId, at } }];
};

/**
 * Returns the key under which the command is carried out once; undefined = the command has no key. `isApplied` looks for the key in this
 * month, its callers in earlier months.
 */
const factOf = (command: AccountCommand): string | undefined => {
  switch (command.type) {
    case 'BookReceivables':
      return command.paymentId;
    case 'ReverseReceivables':
      return command.refundId;
    case 'HoldRefund':
      return holdFact(command.refundId, command.uncovered === 'DECIDED');
    case 'ReleaseRefundHold':
      return `released-${command.refundId}`;
    case 'HoldWithdrawal':
      return command.withdrawal.withdrawalId;
    case 'PayWithdrawal':
    case 'ReturnWithdrawal':
      return conclusionFact(command.withdrawalId);
    case 'ReverseWithdrawal':
      return correctionFact('reversed', command);
    case 'TakeWithdrawal':
      return correctionFact('taken', command);
    case 'OpenAccount':
    case 'ClosePeriod':
    case 'ReleaseReceivables':
    case 'WriteOffSimulated':
      return undefined;
  }
};

export const isApplied = (account: Account, command: AccountCommand): boolean => {
  const fact = factOf(command);
  return fact !== undefined && account.status !== 'NONE' && hasApplied(account.applied, fact);
};

/** @throws Refused when the amounts are in another currency than the account's */
const requireCurrency = (account: OpenAccount, command: AccountCommand): void => {
  const amounts = command.type === 'HoldWithdrawal' ? command.withdrawal : command;
  if (!('currency' in amounts) || amounts.currency === account.currency) return;
  throw new Refused('account/other-currency', { currency: amounts.currency });
};

/** Decides a command whose money is of the account's kind, simulated or real. */
const decideInside = (
  account: OpenAccount,
  command: Exclude<AccountCommand, { type: 'OpenAccount' | 'ClosePeriod' }>,
): readonly AccountEvent[] => {
  switch (command.type) {
    case 'BookReceivables':
      return book(account, command);
    case 'ReleaseReceivables':
      return release(account, command);
    case 'ReverseReceivables':
      return reverse(account, command);
    case 'HoldRefund':
      return holdRefund(account, command);
    case 'ReleaseRefundHold':
      return releaseHolds(account, command, (refundId) => refundId === command.refundId);
    case 'HoldWithdrawal':
      return hold(account, command);
    case 'PayWithdrawal':
    case 'ReturnWithdrawal':
      return conclude(account, command);
    case 'ReverseWithdrawal':
    case 'TakeWithdrawal':
      return correct(account, command);
    case 'WriteOffSimulated':
      return writeOffSimulated(account, command);
  }
};

const decide = (command: AccountCommand, account: Account): readonly AccountEvent[] => {
  if (command.type === 'OpenAccount') {
    if (account.status !== 'NONE') return [];
    const {
      platformId,
      sellerId: receiverId,
      period,
      carried = NOTHING_CARRIED,
      now: at,
    } = command;
    const data = { platformId, receiverId, currency: CURRENCY, period, carried, at };
    return [{ type: 'AccountOpened', data }];
  }
  if (account.status === 'NONE') throw new Refused('record/not-found');
  if (isApplied(account, command)) return [];
  if (command.type === 'ClosePeriod') {
    if (account.status === 'CLOSED') return [];
    const { currency, period } = account;
    const data = { currency, period, carried: carriedOf(account), at: command.now };
    return [{ type: 'AccountPeriodClosed', data }];
  }
  if (account.status === 'CLOSED') throw new Refused('account/period-closed');
  requireCurrency(account, command);
  return decideApart(account, command, (current) => decideInside(current, command));
};

/** One stream decides for a month of a seller's account, so nothing is spent twice. */
export const account: Decider<AccountCommand, AccountEvent, Account> = {
  category: 'account',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
