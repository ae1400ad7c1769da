import type { EventOf } from '#/domain/aggregates/aggregate.ts';
import { add, cents, sum, ZERO, type Cents, type Currency } from '#/domain/values/money.ts';
import { balanceChangeOf } from '#/domain/accounting/postings.ts';
import { dayOf, firstDayOf, laterDay, type Day, type Month } from '#/domain/values/time.ts';
import { appliedFacts, withApplied, type AppliedFacts } from './applied-facts.ts';
import type { accountEvents, Carried } from './events.ts';
import { pendingAfter, pendingDaysOf, type Bucket, type PendingDays } from './pending-days.ts';

export type AccountEvent = EventOf<typeof accountEvents>;

type EventNamed<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>;

export interface RefundHold {
  readonly paymentId: string;
  readonly pending: readonly Bucket[];
  readonly available: Cents;
}

interface WithdrawalHold {
  readonly amount: Cents;
  readonly fee: Cents;
}

/** The latest day with a withdrawal, and its amounts by withdrawal, less what was given back. */
interface Withdrawn {
  readonly day: Day;
  readonly amounts: ReadonlyMap<string, Cents>;
}

/** One month of a seller's account. `pending` has one entry per release day, not per sale. */
export interface OpenAccount {
  readonly status: 'OPEN';
  readonly currency: Currency;
  readonly period: Month;
  readonly pending: PendingDays;
  readonly releasedThrough: Day | null;
  readonly available: Cents;
  readonly held: Cents;
  readonly withdrawals: ReadonlyMap<string, WithdrawalHold>;
  readonly withdrawn: Withdrawn;
  readonly refunds: ReadonlyMap<string, RefundHold>;
  /** The account has no real money, and only the simulated acquirer pays it out (people.178). */
  readonly isSimulated: boolean;
  /** Withdrawals whose held money was written off. */
  readonly writtenOff: readonly string[];
  readonly applied: AppliedFacts;
}

export interface ClosedAccount {
  readonly status: 'CLOSED';
  readonly period: Month;
  readonly carried: Carried;
  readonly applied: AppliedFacts;
}

export type Account = { readonly status: 'NONE' } | OpenAccount | ClosedAccount;

export const sumPending = (account: OpenAccount): Cents =>
  sum(account.pending.map(([, amount]) => amount));

export const carriedOf = (account: OpenAccount): Carried => ({
  pending: account.pending.map(([releaseOn, amount]) => ({ releaseOn, amount })),
  releasedThrough: account.releasedThrough,
  available: account.available,
  held: account.held,
  withdrawals: [...account.withdrawals].map(([withdrawalId, { amount, fee }]) => ({
    withdrawalId,
    amount,
    fee,
  })),
  ...(account.refunds.size > 0 && {
    refunds: [...account.refunds].map(([refundId, { pending, ...it }]) => ({
      refundId,
      pending: [...pending],
      ...it,
    })),
  }),
  ...(account.isSimulated && ({ isSimulated: true } as const)),
  ...(account.writtenOff.length > 0 && { writtenOff: [...account.writtenOff] }),
  applied: [],
});

export const holdsFor = (account: Account, id: string): boolean =>
  account.status === 'OPEN' && (account.withdrawals.has(id) || account.refunds.has(id));

/** What the first month begins with. */
export const NOTHING_CARRIED: Carried = {
  pending: [],
  releasedThrough: null,
  available: ZERO,
  held: ZERO,
  withdrawals: [],
  applied: [],
};

const openAccount = ({
  currency,
  period,
  carried,
}: EventNamed<'AccountOpened'>['data']): OpenAccount => ({
  status: 'OPEN',
  currency,
  period,
  pending: pendingDaysOf(carried.pending),
  releasedThrough: carried.releasedThrough,
  available: carried.available,
  held: carried.held,
  withdrawals: new Map(carried.withdrawals.map(({ withdrawalId, ...it }) => [withdrawalId, it])),
  withdrawn: { day: firstDayOf(period), amounts: new Map() },
  refunds: new Map((carried.refunds ?? []).map(({ refundId, ...it }) => [refundId, it])),
  isSimulated: carried.isSimulated === true,
  writtenOff: carried.writtenOff ?? [],
  applied: (carried.writtenOff ?? [])
    .map(conclusionFact)
    .reduce(withApplied, appliedFacts(carried.applied)),
});

const without = <Value>(map: ReadonlyMap<string, Value>, ...keys: readonly string[]) =>
  new Map([...map].filter(([each]) => !keys.includes(each)));

/** A correction of a payout: of the whole amount, or (`isPart`) of a difference. */
interface PayoutCorrection {
  readonly withdrawalId: string;
  readonly isPart?: true | undefined;
  readonly ordinal?: number | undefined;
}

/** Names a correction. The first one has no ordinal, as before corrections were counted. */
export const correctionFact = (
  how: 'reversed' | 'taken',
  { withdrawalId, isPart, ordinal }: PayoutCorrection,
): string =>
  `${how}-${isPart ? 'part-' : ''}${withdrawalId}${ordinal === undefined ? '' : `.${ordinal}`}`;

export const conclusionFact = (withdrawalId: string): string => `concluded-${withdrawalId}`;

/** Names the hold for a refund. The hold that staff decide on after a refusal has its own name, so that it is not taken for a repeat. */
export const holdFact = (refundId: string, isDecided = false): string =>
  `${isDecided ? 'decided' : 'held'}-${refundId}`;

const factsIn = (event: AccountEvent): readonly string[] => {
  switch (event.type) {
    case 'ReceivablesBooked':
      return [event.data.paymentId];
    case 'ReceivablesReversed':
      return [event.data.refundId];
    case 'RefundHeld':
    case 'RefundHoldRefused': {
      const { refundId, isDecided } = event.data;
      return isDecided ? [holdFact(refundId), holdFact(refundId, true)] : [holdFact(refundId)];
    }
    case 'RefundHoldReleased':
      return [`released-${event.data.refundId}`];
    case 'WithdrawalHeld':
      return [event.data.withdrawalId];
    case 'WithdrawalPaid':
    case 'WithdrawalReturned':
      return [conclusionFact(event.data.withdrawalId)];
    case 'WithdrawalReversed':
      return [correctionFact('reversed', event.data)];
    case 'WithdrawalTaken': {
      const { withdrawalId } = event.data;
      // If the log lost the hold, later commands must not hold or conclude this withdrawal.
      return [withdrawalId, conclusionFact(withdrawalId), correctionFact('taken', event.data)];
    }
    case 'SimulatedMoneyWrittenOff':
      // The outcomes of these withdrawals and refunds move no money any more.
      return [
        ...event.data.withdrawals.map(conclusionFact),
        ...event.data.refunds.map((id) => `released-${id}`),
      ];
    case 'AccountOpened':
    case 'AccountPeriodClosed':
    case 'ReceivablesReleased':
      return [];
  }
};

const isSimulatedAfter = (before: OpenAccount, event: AccountEvent): boolean => {
  switch (event.type) {
    case 'ReceivablesBooked':
    case 'ReceivablesReversed':
    case 'RefundHeld':
    case 'WithdrawalReversed':
    case 'WithdrawalTaken':
      return event.data.isSimulated === true;
    case 'SimulatedMoneyWrittenOff':
      return false;
    default:
      return before.isSimulated;
  }
};

/** Returns the sum withdrawn on a day. A withdrawal that is recorded late counts towards the latest day. */
export const sumWithdrawnOn = (
  { withdrawn: { day: last, amounts } }: OpenAccount,
  day: Day,
): Cents => (day <= last ? sum(amounts.values()) : ZERO);

const withWithdrawal = (
  { day: last, amounts }: Withdrawn,
  { withdrawalId, amount, at }: EventNamed<'WithdrawalHeld'>['data'],
): Withdrawn => {
  const day = laterDay(dayOf(at), last);
  return { day, amounts: new Map(day === last ? amounts : []).set(withdrawalId, amount) };
};

/** @param sign -1 = given back, 1 = paid after all */
const correctWithdrawn = (
  { day, amounts }: Withdrawn,
  { withdrawalId, amount }: { readonly withdrawalId: string; readonly amount: Cents },
  sign: 1 | -1,
): Withdrawn => {
  const before = amounts.get(withdrawalId);
  if (before === undefined) return { day, amounts };
  const after = cents(Math.max(0, before + sign * amount));
  return { day, amounts: new Map(amounts).set(withdrawalId, after) };
};

export const evolve = (before: Account, event: AccountEvent): Account => {
  if (event.type === 'AccountOpened') return openAccount(event.data);
  if (before.status !== 'OPEN') return before;
  if (event.type === 'AccountPeriodClosed') {
    const { period, carried } = event.data;
    return { status: 'CLOSED', period, carried, applied: before.applied };
  }
  const { withdrawals, refunds } = before;
  const change = balanceChangeOf(event);
  const account: OpenAccount = {
    ...before,
    available: add(before.available, change.available),
    held: add(before.held, change.held),
    pending: pendingAfter(before.pending, event, before),
    isSimulated: isSimulatedAfter(before, event),
    applied: factsIn(event).reduce(withApplied, before.applied),
  };
  switch (event.type) {
    case 'ReceivablesReleased':
      return { ...account, releasedThrough: event.data.through };
    case 'RefundHeld': {
      const { refundId, paymentId, pending, available } = event.data;
      const hold = { paymentId, pending, available };
      return { ...account, refunds: new Map(refunds).set(refundId, hold) };
    }
    case 'RefundHoldReleased':
      return { ...account, refunds: without(refunds, event.data.refundId) };
    case 'WithdrawalHeld': {
      const { withdrawalId, amount, fee } = event.data;
      return {
        ...account,
        withdrawals: new Map(withdrawals).set(withdrawalId, { amount, fee }),
        withdrawn: withWithdrawal(before.withdrawn, event.data),
      };
    }
    case 'WithdrawalPaid':
      return { ...account, withdrawals: without(withdrawals, event.data.withdrawalId) };
    case 'WithdrawalReturned':
      return {
        ...account,
        withdrawals: without(withdrawals, event.data.withdrawalId),
        withdrawn: correctWithdrawn(before.withdrawn, event.data, -1),
      };
    case 'WithdrawalReversed':
      return { ...account, withdrawn: correctWithdrawn(before.withdrawn, event.data, -1) };
    case 'WithdrawalTaken':
      return { ...account, withdrawn: correctWithdrawn(before.withdrawn, event.data, 1) };
    case 'SimulatedMoneyWrittenOff': {
      const { data } = event;
      return {
        ...account,
        withdrawals: without(withdrawals, ...data.withdrawals),
        refunds: without(refunds, ...data.refunds),
        writtenOff: [...before.writtenOff, ...data.withdrawals],
      };
    }
    case 'ReceivablesBooked':
    case 'ReceivablesReversed':
    case 'RefundHoldRefused':
      return account;
  }
};
