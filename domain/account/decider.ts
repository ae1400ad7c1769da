import type { Decider, EventOf } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import { add, cents, subtract, sum, ZERO, type Cents } from '#/domain/money.ts';
import { balanceChangeOf } from '#/domain/postings.ts';
import type { Day, Month } from '#/domain/time.ts';
import { appliedFacts, hasApplied, withApplied, type AppliedFacts } from './applied-facts.ts';
import type { AccountCommand } from './commands.ts';
import type { accountEvents, Carried } from './events.ts';

export type AccountEvent = EventOf<typeof accountEvents>;

/** One month of a seller's account. Pending money is kept by release day, so only `applied` grows with every sale. */
export interface OpenAccount {
  readonly status: 'OPEN';
  readonly period: Month;
  readonly pending: ReadonlyMap<Day, Cents>;
  readonly releasedThrough: Day | null;
  readonly available: Cents;
  readonly held: Cents;
  readonly withdrawals: ReadonlyMap<string, { readonly amount: Cents; readonly fee: Cents }>;
  readonly applied: AppliedFacts;
}

export interface ClosedAccount {
  readonly status: 'CLOSED';
  readonly period: Month;
  readonly carried: Carried;
  readonly applied: AppliedFacts;
}

export type Account = { readonly status: 'NONE' } | OpenAccount | ClosedAccount;

type Booking = Extract<AccountCommand, { type: 'BookReceivables' }>;
type Reversal = Extract<AccountCommand, { type: 'ReverseReceivables' }>;
type Release = Extract<AccountCommand, { type: 'ReleaseReceivables' }>;
type Hold = Extract<AccountCommand, { type: 'HoldWithdrawal' }>;
type Conclusion = Extract<AccountCommand, { type: 'PayWithdrawal' | 'ReturnWithdrawal' }>;

export const pendingTotal = (account: OpenAccount): Cents => sum(account.pending.values());

const carriedOf = (account: OpenAccount): Carried => ({
  pending: [...account.pending]
    .map(([releaseOn, amount]) => ({ releaseOn, amount }))
    .toSorted((a, b) => (a.releaseOn < b.releaseOn ? -1 : 1)),
  releasedThrough: account.releasedThrough,
  available: account.available,
  held: account.held,
  withdrawals: [...account.withdrawals].map(([withdrawalId, it]) => ({ withdrawalId, ...it })),
  applied: [],
});

/** A receivable is released once releases have run through its day. */
const isReleased = (account: OpenAccount, releaseOn: Day): boolean =>
  account.releasedThrough !== null && releaseOn <= account.releasedThrough;

const book = (account: OpenAccount, command: Booking): readonly AccountEvent[] => {
  const { platformId, sellerId: receiverId, paymentId, parts, receivables, now: at } = command;
  const released = sum(
    receivables.filter((it) => isReleased(account, it.releaseOn)).map(({ amount }) => amount),
  );
  const data = { platformId, receiverId, paymentId, parts, released, at };
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
      data: { platformId, receiverId, through, buckets, amount, at },
    },
  ];
};

const reverse = (account: OpenAccount, command: Reversal): readonly AccountEvent[] => {
  const { type: _, sellerId: receiverId, receivables, now: at, ...reversal } = command;
  const byDay = new Map<Day, number>();
  for (const { releaseOn, amount } of receivables) {
    if (isReleased(account, releaseOn)) continue;
    byDay.set(releaseOn, (byDay.get(releaseOn) ?? 0) + amount);
  }
  const pending = [...byDay].map(([releaseOn, amount]) => ({ releaseOn, amount: cents(amount) }));
  const available = subtract(reversal.parts.net, sum(pending.map(({ amount }) => amount)));
  return [
    { type: 'ReceivablesReversed', data: { ...reversal, receiverId, pending, available, at } },
  ];
};

const hold = (account: OpenAccount, { withdrawal }: Hold): readonly AccountEvent[] => {
  if (account.withdrawals.has(withdrawal.withdrawalId)) return [];
  if (withdrawal.amount > account.available) {
    throw new Refused('account/insufficient-balance', { available: account.available });
  }
  return [{ type: 'WithdrawalHeld', data: withdrawal }];
};

const conclude = (account: OpenAccount, command: Conclusion): readonly AccountEvent[] => {
  const { platformId, sellerId: receiverId, withdrawalId, now: at } = command;
  const withdrawal = account.withdrawals.get(withdrawalId);
  if (!withdrawal) throw new Refused('account/unknown-withdrawal');
  const data = { platformId, receiverId, withdrawalId, amount: withdrawal.amount, at };
  return command.type === 'PayWithdrawal'
    ? [
        {
          type: 'WithdrawalPaid',
          data: { ...data, fee: withdrawal.fee, provider: command.provider },
        },
      ]
    : [{ type: 'WithdrawalReturned', data: { ...data, cause: command.cause } }];
};

/** Returns the name of the fact that a command applies, once in all months of its account. */
const factOf = (command: AccountCommand): string | undefined => {
  switch (command.type) {
    case 'BookReceivables':
      return command.paymentId;
    case 'ReverseReceivables':
      return command.refundId;
    case 'HoldWithdrawal':
      return command.withdrawal.withdrawalId;
    case 'PayWithdrawal':
    case 'ReturnWithdrawal':
      return `concluded-${command.withdrawalId}`;
    case 'ReverseWithdrawal':
      return `reversed-${command.withdrawalId}`;
    case 'OpenAccount':
    case 'ClosePeriod':
    case 'ReleaseReceivables':
      return undefined;
  }
};

/** Whether this month of the account has applied what a command asks for. */
export const isApplied = (account: Account, command: AccountCommand): boolean => {
  const fact = factOf(command);
  return fact !== undefined && account.status !== 'NONE' && hasApplied(account.applied, fact);
};

const NOTHING_CARRIED: Carried = {
  pending: [],
  releasedThrough: null,
  available: ZERO,
  held: ZERO,
  withdrawals: [],
  applied: [],
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
    return [{ type: 'AccountOpened', data: { platformId, receiverId, period, carried, at } }];
  }
  if (account.status === 'NONE') throw new Refused('record/not-found');
  if (isApplied(account, command)) return [];
  if (command.type === 'ClosePeriod') {
    if (account.status === 'CLOSED') return [];
    const { period } = account;
    return [
      {
        type: 'AccountPeriodClosed',
        data: { period, carried: carriedOf(account), at: command.now },
      },
    ];
  }
  if (account.status === 'CLOSED') throw new Refused('account/period-closed');
  switch (command.type) {
    case 'BookReceivables':
      return book(account, command);
    case 'ReleaseReceivables':
      return release(account, command);
    case 'ReverseReceivables':
      return reverse(account, command);
    case 'HoldWithdrawal':
      return hold(account, command);
    case 'PayWithdrawal':
    case 'ReturnWithdrawal':
      return conclude(account, command);
    case 'ReverseWithdrawal': {
      const { type: _, sellerId: receiverId, now: at, ...reversal } = command;
      if (account.withdrawals.has(reversal.withdrawalId)) {
        throw new Refused('account/withdrawal-under-way');
      }
      return [{ type: 'WithdrawalReversed', data: { ...reversal, receiverId, at } }];
    }
  }
};

const openAccount = (period: Month, carried: Carried): OpenAccount => ({
  status: 'OPEN',
  period,
  pending: new Map(carried.pending.map(({ releaseOn, amount }) => [releaseOn, amount])),
  releasedThrough: carried.releasedThrough,
  available: carried.available,
  held: carried.held,
  withdrawals: new Map(
    carried.withdrawals.map(({ withdrawalId, amount, fee }) => [withdrawalId, { amount, fee }]),
  ),
  applied: appliedFacts(carried.applied),
});

const inBuckets = (
  pending: ReadonlyMap<Day, Cents>,
  buckets: readonly { readonly releaseOn: Day; readonly amount: Cents }[],
  sign: 1 | -1,
): ReadonlyMap<Day, Cents> => {
  const next = new Map(pending);
  for (const { releaseOn, amount } of buckets) {
    const left = cents((next.get(releaseOn) ?? 0) + sign * amount);
    if (left === 0) next.delete(releaseOn);
    else next.set(releaseOn, left);
  }
  return next;
};

const without = <Value>(map: ReadonlyMap<string, Value>, key: string) =>
  new Map([...map].filter(([each]) => each !== key));

const evolve = (before: Account, event: AccountEvent): Account => {
  if (event.type === 'AccountOpened') return openAccount(event.data.period, event.data.carried);
  if (before.status !== 'OPEN') return before;
  if (event.type === 'AccountPeriodClosed') {
    const { period, carried } = event.data;
    return { status: 'CLOSED', period, carried, applied: before.applied };
  }
  const { pending, withdrawals, applied } = before;
  const change = balanceChangeOf(event);
  const account: OpenAccount = {
    ...before,
    available: add(before.available, change.available),
    held: add(before.held, change.held),
  };
  switch (event.type) {
    case 'ReceivablesBooked': {
      const { receivables, paymentId } = event.data;
      const waiting = receivables.filter((it) => !isReleased(before, it.releaseOn));
      return {
        ...account,
        pending: inBuckets(pending, waiting, 1),
        applied: withApplied(applied, paymentId),
      };
    }
    case 'ReceivablesReleased': {
      const { through, buckets } = event.data;
      return { ...account, pending: inBuckets(pending, buckets, -1), releasedThrough: through };
    }
    case 'ReceivablesReversed':
      return {
        ...account,
        pending: inBuckets(pending, event.data.pending, -1),
        applied: withApplied(applied, event.data.refundId),
      };
    case 'WithdrawalHeld': {
      const { withdrawalId, amount, fee } = event.data;
      return {
        ...account,
        withdrawals: new Map(withdrawals).set(withdrawalId, { amount, fee }),
        applied: withApplied(applied, withdrawalId),
      };
    }
    case 'WithdrawalPaid':
    case 'WithdrawalReturned': {
      const { withdrawalId } = event.data;
      return {
        ...account,
        withdrawals: without(withdrawals, withdrawalId),
        applied: withApplied(applied, `concluded-${withdrawalId}`),
      };
    }
    case 'WithdrawalReversed':
      return {
        ...account,
        applied: withApplied(applied, `reversed-${event.data.withdrawalId}`),
      };
  }
};

/**
 * A seller's account: receivables pending → available, reversals, withdrawals held until paid or returned. Decided on one
 * stream, so nothing can be spent twice. Reversals may drive `available` below zero; later sales make up for it.
 */
export const account: Decider<AccountCommand, AccountEvent, Account> = {
  category: 'account',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
