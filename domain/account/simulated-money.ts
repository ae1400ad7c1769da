import { Refused } from '#/domain/errors/refused.ts';
import { SIMULATED_ACQUIRER } from '#/domain/platform/simulated.ts';
import { subtract, ZERO } from '#/domain/values/money.ts';
import type { AccountCommand } from './commands.ts';
import { sumPendingOn, type Bucket } from './pending-days.ts';
import { moneyOf, type MoneyOfAccount } from './money-of-account.ts';
import { carriedOf, evolve, type AccountEvent, type OpenAccount } from './state.ts';

type Moving = Extract<
  AccountCommand,
  {
    type:
      | 'BookReceivables'
      | 'ReverseReceivables'
      | 'HoldRefund'
      | 'HoldWithdrawal'
      | 'PayWithdrawal'
      | 'ReverseWithdrawal'
      | 'TakeWithdrawal';
  }
>;

/** Whether a command brings in, takes or holds money. `PayWithdrawal` takes money only if no hold for it is on record. */
const isMoving = (account: OpenAccount, command: AccountCommand): command is Moving => {
  switch (command.type) {
    case 'BookReceivables':
    case 'ReverseReceivables':
    case 'HoldRefund':
    case 'HoldWithdrawal':
    case 'ReverseWithdrawal':
    case 'TakeWithdrawal':
      return true;
    case 'PayWithdrawal':
      return !account.withdrawals.has(command.withdrawalId);
    default:
      return false;
  }
};

const isSimulatedBy = (command: Moving): boolean =>
  (command.type === 'HoldWithdrawal' ? command.withdrawal : command).isSimulated === true;

const isEmpty = ({ pending, available, held }: OpenAccount): boolean =>
  pending.length === 0 && available === 0 && held === 0;

/** Whether the account has money, or owes some, that no event calls simulated. */
export const hasUnmarkedMoney = (account: OpenAccount): boolean =>
  !account.isSimulated && !isEmpty(account);

/** Whether the account still has exactly this money. */
const hasOnly = (account: OpenAccount, { pending, available, held }: MoneyOfAccount): boolean => {
  const money = moneyOf(account);
  return money.pending === pending && money.available === available && money.held === held;
};

const applyEvents = (account: OpenAccount, events: readonly AccountEvent[]): OpenAccount =>
  events.reduce((before, event) => {
    const after = evolve(before, event);
    return after.status === 'OPEN' ? after : before;
  }, account);

type WrittenOff = Extract<AccountEvent, { type: 'SimulatedMoneyWrittenOff' }>['data'];
type Owner = Pick<WrittenOff, 'platformId' | 'receiverId' | 'reason' | 'at'>;

const ownerOf = (command: Moving): Owner => {
  if (command.type !== 'HoldWithdrawal') {
    const { platformId, sellerId: receiverId, now: at } = command;
    return { platformId, receiverId, at };
  }
  const { platformId, receiverId, at } = command.withdrawal;
  return { platformId, receiverId, at };
};

/** Writes off all money of an account of simulated money: before real money comes to it, or by a command. */
const writeOffAll = (account: OpenAccount, owner: Owner): readonly AccountEvent[] => {
  if (isEmpty(account)) return [];
  const { currency, available, held, withdrawals, refunds } = account;
  const data = {
    ...owner,
    currency,
    provider: SIMULATED_ACQUIRER,
    pending: carriedOf(account).pending,
    available,
    held,
    withdrawals: [...withdrawals.keys()],
    refunds: [...refunds.keys()],
  };
  return [{ type: 'SimulatedMoneyWrittenOff', data }];
};

/** Returns how pending money changes, by release day. */
const comparePending = (before: OpenAccount, after: OpenAccount): Bucket[] => {
  const days = new Set([...before.pending, ...after.pending].map(([releaseOn]) => releaseOn));
  return [...days].toSorted().flatMap((releaseOn) => {
    const amount = subtract(
      sumPendingOn(after.pending, releaseOn),
      sumPendingOn(before.pending, releaseOn),
    );
    return amount === 0 ? [] : [{ releaseOn, amount }];
  });
};

/** Appends a write-off of exactly what the events change in the account. */
const writeOffChange = (
  before: OpenAccount,
  events: readonly AccountEvent[],
  owner: Owner,
): readonly AccountEvent[] => {
  if (events.length === 0) return [];
  const after = applyEvents(before, events);
  const data = {
    ...owner,
    currency: before.currency,
    provider: SIMULATED_ACQUIRER,
    pending: comparePending(before, after),
    available: subtract(after.available, before.available),
    held: ZERO,
    withdrawals: [],
    refunds: [],
  };
  return [...events, { type: 'SimulatedMoneyWrittenOff', data }];
};

/** Simulated money in an account of real money: holds are refused, the rest is written off at once. */
const decideBesideReal = (
  account: OpenAccount,
  command: Moving,
  decide: (account: OpenAccount) => readonly AccountEvent[],
): readonly AccountEvent[] => {
  if (command.type === 'HoldWithdrawal')
    throw new Refused('account/insufficient-balance', { available: ZERO });
  if (command.type !== 'HoldRefund')
    return writeOffChange(account, decide(account), ownerOf(command));
  const { refundId, paymentId, currency, uncovered } = command;
  const refund = { ...ownerOf(command), currency, refundId, paymentId };
  const decided = uncovered === 'DECIDED' && ({ isDecided: true } as const);
  return [{ type: 'RefundHoldRefused', data: { ...refund, ...decided, available: ZERO } }];
};

/**
 * Keeps simulated and real money apart (people.178). Real money replaces simulated money, which is written off first. Simulated money
 * that comes to real money is written off at once; a hold of simulated money there is refused.
 * @param decide what the command changes in an account of its own kind of money
 */
export const decideApart = (
  account: OpenAccount,
  command: AccountCommand,
  decide: (account: OpenAccount) => readonly AccountEvent[],
): readonly AccountEvent[] => {
  if (!isMoving(account, command) || isEmpty(account)) return decide(account);
  const isSimulated = isSimulatedBy(command);
  if (isSimulated === account.isSimulated) return decide(account);
  if (isSimulated) return decideBesideReal(account, command, decide);
  const writeOff = writeOffAll(account, ownerOf(command));
  return [...writeOff, ...decide(applyEvents(account, writeOff))];
};

/** @throws Refused `account/money-is-real` */
export const writeOffSimulated = (
  account: OpenAccount,
  command: Extract<AccountCommand, { type: 'WriteOffSimulated' }>,
): readonly AccountEvent[] => {
  const { platformId, sellerId: receiverId, reason, neverReal, now: at } = command;
  const isNeverReal = neverReal !== undefined && hasOnly(account, neverReal);
  if (hasUnmarkedMoney(account) && !isNeverReal) throw new Refused('account/money-is-real');
  return writeOffAll(account, { platformId, receiverId, reason, at });
};
