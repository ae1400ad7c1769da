import { account, isApplied } from '#/domain/account/decider.ts';
import type { Account, AccountEvent } from '#/domain/account/state.ts';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { accountStream } from '#/domain/values/ids.ts';
import { addMonths, monthOf, type Month, type Timestamp } from '#/domain/values/time.ts';
import { createAccountBooks, type AccountOwner, type BookDependencies } from './books.ts';
import type { Position } from '#/ledger/event-store.ts';
import { createLogCache } from '#/ledger/epochs/log-cache.ts';
import type { Done, Outcome, CommandInContext } from '#/ledger/handle-command.ts';

/** Number of accounts whose open month is cached. */
const KNOWN_ACCOUNTS = 20_000;

type One = CommandInContext<AccountCommand>;
type AccountOutcome = Outcome<AccountEvent, Account>;

interface Period {
  readonly period: Month;
  /** Position of the first event of the month's stream. */
  readonly first: Position | undefined;
}

/** Whether the command was caused by an event before `first`, the beginning of a month. */
const mayPrecede = ({ context: { since } }: One, first: Position | undefined): boolean =>
  since !== undefined && (first === undefined || since < first);

const wasClosed = (outcome: AccountOutcome | undefined): boolean =>
  outcome?.kind === 'refused' && outcome.refusal.code === 'account/period-closed';

const createPeriods = (dependencies: BookDependencies) => {
  const { handler, store } = dependencies;
  const cache = createLogCache<Period>(store, KNOWN_ACCOUNTS);
  const { latest, months } = createAccountBooks(dependencies);

  const load = ({ sellerId }: AccountOwner, period: Month) =>
    handler.load(account, accountStream(sellerId, period));

  const loadAndCache = async (owner: AccountOwner, period: Month): Promise<Period> => {
    const since = cache.now();
    const { first } = await load(owner, period);
    cache.set(owner.sellerId, { period, first }, since);
    return { period, first };
  };

  return {
    load,

    /** Returns the month that takes commands, and opens it if needed. A cached month may have been closed by another process. */
    current: async (owner: AccountOwner, now: Timestamp): Promise<Period> => {
      const month = monthOf(now);
      const cached = cache.get(owner.sellerId);
      if (cached !== undefined && cached.period >= month) return cached;
      const since = cache.now();
      const { state, first } = await load(owner, month);
      if (state.status !== 'OPEN') return loadAndCache(owner, await latest(owner, month, now));
      cache.set(owner.sellerId, { period: month, first }, since);
      return { period: month, first };
    },

    /** Returns the month that takes commands after another process has closed `period`. */
    after: async (owner: AccountOwner, period: Month, now: Timestamp): Promise<Period> =>
      loadAndCache(owner, await latest(owner, addMonths(period, 1), now)),

    /** Returns the outcomes of commands that an earlier month has carried out, so that they are not booked twice. */
    inEarlierMonths: async (
      owner: AccountOwner,
      { period, first }: Period,
      commands: readonly One[],
      now: Timestamp,
    ): Promise<ReadonlyMap<One, AccountOutcome>> => {
      const outcomes = new Map<One, AccountOutcome>();
      let candidates = commands.filter((one) => mayPrecede(one, first));
      if (candidates.length === 0) return outcomes;
      const { state } = await load(owner, period);
      candidates = candidates.filter(({ command }) => !isApplied(state, command));
      const earlier = (await months(owner, period, now)).filter((month) => month < period);
      for (const month of earlier.toReversed()) {
        if (candidates.length === 0) break;
        const loaded = await load(owner, month);
        const applied = candidates.filter(({ command }) => isApplied(loaded.state, command));
        const stream = accountStream(owner.sellerId, month);
        const ofMonth = (await handler.handleAll(account, stream, applied)).values();
        for (const one of applied) {
          const { value } = ofMonth.next();
          if (value) outcomes.set(one, value);
        }
        candidates = candidates.filter(
          (one) => !outcomes.has(one) && mayPrecede(one, loaded.first),
        );
      }
      return outcomes;
    },
  };
};

/** A seller's account is one stream per month; each month begins with the balances of the month before. */
export const createAccountPeriods = (dependencies: BookDependencies) => {
  const { handler } = dependencies;
  const { load, current, after, inEarlierMonths } = createPeriods(dependencies);

  const handleIn = async (
    owner: AccountOwner,
    period: Period,
    commands: readonly One[],
    now: Timestamp,
  ): Promise<readonly AccountOutcome[]> => {
    const earlier = await inEarlierMonths(owner, period, commands, now);
    const rest = commands.filter((one) => !earlier.has(one));
    const stream = accountStream(owner.sellerId, period.period);
    const outcomes = (await handler.handleAll(account, stream, rest)).values();
    return commands.flatMap((one) => earlier.get(one) ?? outcomes.next().value ?? []);
  };

  const handleAll = async (
    owner: AccountOwner,
    commands: readonly One[],
    now: Timestamp,
  ): Promise<readonly AccountOutcome[]> => {
    const open = await current(owner, now);
    const outcomes = await handleIn(owner, open, commands, now);
    const refused = commands.filter((_, index) => wasClosed(outcomes[index]));
    if (refused.length === 0) return outcomes;
    // Another process has closed the month since it was read.
    const next = await after(owner, open.period, now);
    const later = (await handleIn(owner, next, refused, now)).values();
    return outcomes.map((each) => (wasClosed(each) ? (later.next().value ?? each) : each));
  };

  return {
    handleAll,

    /** @throws ClockAhead, and as `CommandHandler.handle` */
    load: async (owner: AccountOwner, now: Timestamp): Promise<Account> => {
      const { period } = await current(owner, now);
      const { state } = await load(owner, period);
      if (state.status !== 'CLOSED') return state;
      const next = await after(owner, period, now);
      return (await load(owner, next.period)).state;
    },

    /** @throws Refused, AppendError, ClockAhead */
    handle: async (
      owner: AccountOwner,
      one: One,
      now: Timestamp,
    ): Promise<Done<AccountEvent, Account>> => {
      const [outcome] = await handleAll(owner, [one], now);
      if (outcome?.kind === 'done') return outcome;
      throw outcome?.refusal ?? new Refused('record/not-found');
    },
  };
};

export type AccountPeriods = ReturnType<typeof createAccountPeriods>;
