import { LRUCache } from 'lru-cache';
import { account, type Account, type AccountEvent } from '#/domain/account/decider.ts';
import type { AccountCommand } from '#/domain/account/commands.ts';
import type { Carried } from '#/domain/account/events.ts';
import { Refused } from '#/domain/errors.ts';
import { accountStream } from '#/domain/ids.ts';
import { addMonths, monthOf, type Month, type Timestamp } from '#/domain/time.ts';
import { derivedId } from './derived-id.ts';
import type { CommandHandler, Done, Outcome, CommandInContext } from './handle-command.ts';

export interface AccountOwner {
  readonly sellerId: string;
  readonly platformId: string;
}

/** No account is older: the search for the last open month of an inactive account ends here. */
const FIRST_PERIOD: Month = '2024-01';
/** Accounts whose open month is cached; for the others it is read again. */
const KNOWN_ACCOUNTS = 20_000;

/** Returns the months before one, latest first. */
const monthsBefore = (period: Month): readonly Month[] => {
  const months: Month[] = [];
  for (let month = addMonths(period, -1); month >= FIRST_PERIOD; month = addMonths(month, -1)) {
    months.push(month);
  }
  return months;
};

/** Opens a month with the balances carried over from the last open one; after a crash in between, the next call continues. */
const createBooks = (handler: CommandHandler) => {
  const load = (sellerId: string, period: Month) =>
    handler.load(account, accountStream(sellerId, period));

  /** Returns the last month before this one that was opened: most often the one before, otherwise all are asked for together. */
  const latestBefore = async (sellerId: string, period: Month): Promise<Month | undefined> => {
    const isOpened = (month: Month) => handler.exists(accountStream(sellerId, month));
    const [last, ...earlier] = monthsBefore(period);
    if (last === undefined || (await isOpened(last))) return last;
    const found = await Promise.all(earlier.map(isOpened));
    return earlier.find((_, index) => found[index]);
  };

  const send = (owner: AccountOwner, period: Month, command: AccountCommand) =>
    handler.handle(account, accountStream(owner.sellerId, period), command, {
      commandId: derivedId('period', owner.sellerId, period, command.type),
      platform: owner.platformId,
      actor: 'system',
      correlation: owner.sellerId,
    });

  const closed = async (
    owner: AccountOwner,
    period: Month,
    now: Timestamp,
  ): Promise<Carried | undefined> => {
    const { state } = await send(owner, period, { type: 'ClosePeriod', now });
    return state.status === 'CLOSED' ? state.carried : undefined;
  };

  const opened = async (owner: AccountOwner, period: Month, now: Timestamp): Promise<void> => {
    const { state } = await load(owner.sellerId, period);
    if (state.status !== 'NONE') return;
    const previous = await latestBefore(owner.sellerId, period);
    const carried = previous === undefined ? undefined : await closed(owner, previous, now);
    const command = { type: 'OpenAccount', ...owner, period, now } as const;
    await send(owner, period, carried === undefined ? command : { ...command, carried });
  };

  return opened;
};

/**
 * Closes the books: a seller's account is one stream per month. The first command of a new month closes the last open
 * stream and opens the next with the balances carried over.
 */
export const createAccountPeriods = (handler: CommandHandler) => {
  const known = new LRUCache<string, Month>({ max: KNOWN_ACCOUNTS });
  const opened = createBooks(handler);

  /** Returns the month whose stream takes commands: the current one, unless a later month is already open. */
  const current = async (owner: AccountOwner, now: Timestamp): Promise<Month> => {
    const month = monthOf(now);
    const latest = known.get(owner.sellerId);
    if (latest !== undefined && latest >= month) return latest;
    await opened(owner, month, now);
    known.set(owner.sellerId, month);
    return month;
  };

  const handleAll = async (
    owner: AccountOwner,
    commands: readonly CommandInContext<AccountCommand>[],
    now: Timestamp,
  ): Promise<readonly Outcome<AccountEvent, Account>[]> => {
    const period = await current(owner, now);
    const stream = accountStream(owner.sellerId, period);
    const outcomes = await handler.handleAll(account, stream, commands);
    const wasClosed = outcomes.some(
      (it) => it.kind === 'refused' && it.refusal.code === 'account/period-closed',
    );
    if (!wasClosed) return outcomes;
    // Another process closed the month between our read and our append.
    const next = addMonths(period, 1);
    await opened(owner, next, now);
    known.set(owner.sellerId, next);
    return handler.handleAll(account, accountStream(owner.sellerId, next), commands);
  };

  return {
    handleAll,

    /** @throws Refused, AppendError */
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
