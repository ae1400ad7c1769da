import { LRUCache } from 'lru-cache';
import { account, type Account, type AccountEvent } from '#/domain/account/decider.ts';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { Refused } from '#/domain/errors.ts';
import { accountStream } from '#/domain/ids.ts';
import { addMonths, monthOf, type Month, type Timestamp } from '#/domain/time.ts';
import { createAccountBooks, type AccountOwner } from './account-books.ts';
import type { EventStore } from './event-store.ts';
import type { CommandHandler, Done, Outcome, CommandInContext } from './handle-command.ts';

/** Accounts whose open month is cached; for the others it is read again. */
const KNOWN_ACCOUNTS = 20_000;

type AccountOutcome = Outcome<AccountEvent, Account>;

const wasClosed = (outcome: AccountOutcome | undefined): boolean =>
  outcome?.kind === 'refused' && outcome.refusal.code === 'account/period-closed';

/**
 * Closes the books: a seller's account is one stream per month. The first command of a new month closes the last open
 * stream and opens the next with the balances carried over.
 */
export const createAccountPeriods = (parts: {
  readonly handler: CommandHandler;
  readonly store: EventStore;
}) => {
  const { handler } = parts;
  const known = new LRUCache<string, Month>({ max: KNOWN_ACCOUNTS });
  const { latest } = createAccountBooks(parts);

  /** Returns the month whose stream takes commands: the one of the calendar while it is open, otherwise the latest one. */
  const current = async (owner: AccountOwner, now: Timestamp): Promise<Month> => {
    const { sellerId } = owner;
    const month = monthOf(now);
    const before = known.get(sellerId);
    if (before !== undefined && before >= month) return before;
    const { state } = await handler.load(account, accountStream(sellerId, month));
    const period = state.status === 'OPEN' ? month : await latest(owner, month, now);
    known.set(sellerId, period);
    return period;
  };

  /** Returns the month after one that another process closed. */
  const after = async (owner: AccountOwner, period: Month, now: Timestamp): Promise<Month> => {
    const next = await latest(owner, addMonths(period, 1), now);
    known.set(owner.sellerId, next);
    return next;
  };

  const handleAll = async (
    owner: AccountOwner,
    commands: readonly CommandInContext<AccountCommand>[],
    now: Timestamp,
  ): Promise<readonly AccountOutcome[]> => {
    const send = (period: Month, some: readonly CommandInContext<AccountCommand>[]) =>
      handler.handleAll(account, accountStream(owner.sellerId, period), some);
    const period = await current(owner, now);
    const outcomes = await send(period, commands);
    const left = commands.filter((_, index) => wasClosed(outcomes[index]));
    if (left.length === 0) return outcomes;
    // Another process closed the month between our read and our append.
    const later = (await send(await after(owner, period, now), left)).values();
    return outcomes.map((it) => (wasClosed(it) ? (later.next().value ?? it) : it));
  };

  return {
    handleAll,

    /** Returns the account in the month that takes commands. @throws ClockAhead */
    load: async (owner: AccountOwner, now: Timestamp): Promise<Account> => {
      const period = await current(owner, now);
      const { state } = await handler.load(account, accountStream(owner.sellerId, period));
      if (state.status !== 'CLOSED') return state;
      const next = accountStream(owner.sellerId, await after(owner, period, now));
      return (await handler.load(account, next)).state;
    },

    /** @throws Refused, AppendError, ClockAhead */
    handle: async (
      owner: AccountOwner,
      one: CommandInContext<AccountCommand>,
      now: Timestamp,
    ): Promise<Done<AccountEvent, Account>> => {
      const [outcome] = await handleAll(owner, [one], now);
      if (outcome?.kind === 'done') return outcome;
      throw outcome?.refusal ?? new Refused('record/not-found');
    },
  };
};

export type AccountPeriods = ReturnType<typeof createAccountPeriods>;
