import type { RandomSource } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { account } from '#/domain/account/decider.ts';
import type { AccountCommand } from '#/domain/account/commands.ts';
import type { Carried } from '#/domain/account/events.ts';
import type { BooksCommand } from '#/domain/books/commands.ts';
import { books, type Books } from '#/domain/books/decider.ts';
import { accountStream, booksStream } from '#/domain/values/ids.ts';
import {
  addMonths,
  addSeconds,
  monthOf,
  type Month,
  type Timestamp,
} from '#/domain/values/time.ts';
import { derivedId, eventId } from '#/ledger/derived-id.ts';
import { createLogCache } from '#/ledger/epochs/log-cache.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

export interface AccountOwner {
  readonly sellerId: string;
  readonly platformId: string;
}

/** The clock that named a month of an account without books, or dated the log's first event, may have been wrong by this many months. */
const MONTHS_WRONG = 12;

/** The clock of a process may be this much ahead of the log's. */
const CLOCK_SECONDS = 300;

/**
 * The clock of this process is more than `CLOCK_SECONDS` ahead of the log's, so a month that began by this clock may not have begun
 * yet.
 */
export class ClockAhead extends OperatorError {
  constructor(now: Timestamp, recordedAt: Timestamp) {
    super(
      `The clock of this host is ahead of the log's: it says ${now}, the log ${recordedAt}. Set the clock of the host.`,
    );
  }
}

/** Returns all months from one to another, both included. */
const monthsFrom = (first: Month, last: Month): readonly Month[] => {
  const months: Month[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
};

/** Returns a function that reads the month in which the log's first event was recorded; undefined while the log is empty. */
const createFirstMonth = (store: EventStore): (() => Promise<Month | undefined>) => {
  const cache = createLogCache<{ readonly month: Month }>(store, 1);
  return async () => {
    const cached = cache.get('first');
    if (cached !== undefined) return cached.month;
    const since = cache.now();
    let month: Month | undefined;
    for await (const [event] of store.readAll({ limit: 1 }))
      if (event) month = monthOf(event.recordedAt);
    if (month !== undefined) cache.set('first', { month }, since);
    return month;
  };
};

export interface BookDependencies {
  readonly handler: CommandHandler;
  readonly store: EventStore;
  /** Whether the wall clock is known to be right (`ClockWatch.isTrue`); absent where nothing watches it. */
  readonly isClockTrue?: () => boolean;
  readonly machine?: Pick<RandomSource, 'uuid'>;
}

const contextOf = ({ platformId, sellerId }: AccountOwner, commandId: string) => ({
  commandId,
  platform: platformId,
  actor: 'system',
  correlation: sellerId,
});

/** Reads and begins the months of accounts. */
const createMonths = ({
  handler,
  store,
  isClockTrue = () => true,
  machine = thisMachine,
}: BookDependencies) => {
  const firstMonth = createFirstMonth(store);
  const record = (owner: AccountOwner, command: BooksCommand, commandId: string) =>
    handler.handle(books, booksStream(owner.sellerId), command, contextOf(owner, commandId));

  /** Begins months in one append: books that name only the first of an account's months would leave the money of the others behind. */
  const begin = async (
    owner: AccountOwner,
    periods: readonly Month[],
    now: Timestamp,
  ): Promise<Books> => {
    const commands = periods.map((period) => ({
      command: { type: 'BeginMonth', ...owner, period, now } as const,
      context: contextOf(owner, derivedId('month', owner.sellerId, period)),
    }));
    const outcomes = await handler.handleAll(books, booksStream(owner.sellerId), commands);
    const last = outcomes.at(-1);
    return last?.kind === 'done' ? last.state : [];
  };

  /**
   * Records that a month is to begin. Then compares the clock of this process with the time that the log gave this record.
   * EventStoreDB gives the time of its server. The Postgres store gives the time of this process, which proves nothing, so
   * `isClockTrue` is asked first.
   * @throws ClockAhead, as `requireTrueClock`, and as `CommandHandler.handle`
   */
  const propose = async (owner: AccountOwner, period: Month, now: Timestamp): Promise<void> => {
    requireTrueClock(isClockTrue);
    const commandId = machine.uuid();
    await record(owner, { type: 'ProposeMonth', ...owner, period, now }, commandId);
    const id = eventId(commandId, 0);
    const recorded = await store.readStream(booksStream(owner.sellerId));
    const proposed = recorded.find((event) => event.id === id);
    if (proposed && now > addSeconds(proposed.recordedAt, CLOCK_SECONDS)) {
      throw new ClockAhead(now, proposed.recordedAt);
    }
  };

  /**
   * Returns the account's months, earliest first, from its books (the stream that names them). For an account without books, it
   * searches for the streams of months, and records in the books those that exist. The search begins `MONTHS_WRONG` before the log's
   * first event (or before `around`, if that is earlier), and ends `MONTHS_WRONG` after `around`.
   */
  const months = async (owner: AccountOwner, around: Month, now: Timestamp): Promise<Books> => {
    const { sellerId } = owner;
    const { state } = await handler.load(books, booksStream(sellerId));
    if (state.length > 0) return state;
    const first = (await firstMonth()) ?? around;
    const earliest = addMonths(first < around ? first : around, -MONTHS_WRONG);
    const possible = monthsFrom(earliest, addMonths(around, MONTHS_WRONG));
    const doExist = await Promise.all(
      possible.map((month) => handler.exists(accountStream(sellerId, month))),
    );
    const existing = possible.filter((_, index) => doExist[index]);
    return begin(owner, existing, now);
  };

  return { begin, propose, months };
};

/**
 * The months of an account. The account's books are a stream that says which month takes commands, and which month precedes it. So
 * processes whose clocks differ continue the same balances. After a crash, the next call completes what was begun.
 */
export const createAccountBooks = (dependencies: BookDependencies) => {
  const { handler } = dependencies;
  const { begin, propose, months } = createMonths(dependencies);

  const send = (owner: AccountOwner, period: Month, command: AccountCommand) => {
    const commandId = derivedId('period', owner.sellerId, period, command.type);
    const stream = accountStream(owner.sellerId, period);
    return handler.handle(account, stream, command, contextOf(owner, commandId));
  };

  const close = async (
    owner: AccountOwner,
    period: Month,
    now: Timestamp,
  ): Promise<Carried | undefined> => {
    const { state } = await send(owner, period, { type: 'ClosePeriod', now });
    return state.status === 'CLOSED' ? state.carried : undefined;
  };

  /**
   * Opens the last month of `begun`: closes the month before it, and carries over its balances. Does nothing if the last month is
   * open. A month before it that a crash left unopened is opened first.
   */
  const open = async (owner: AccountOwner, begun: Books, now: Timestamp): Promise<void> => {
    const [previous, period] = [begun.at(-2), begun.at(-1)];
    if (period === undefined) return;
    if (await handler.exists(accountStream(owner.sellerId, period))) return;
    const command = { type: 'OpenAccount', ...owner, period, now } as const;
    if (previous === undefined) {
      await send(owner, period, command);
      return;
    }
    await open(owner, begun.slice(0, -1), now);
    const carried = await close(owner, previous, now);
    await send(owner, period, carried === undefined ? command : { ...command, carried });
  };

  return {
    months,

    /**
     * Returns the account's latest month, and opens it if it is not open. If the latest month is before `period`, begins `period`
     * first.
     * @throws as `propose`
     */
    latest: async (owner: AccountOwner, period: Month, now: Timestamp): Promise<Month> => {
      let begun = await months(owner, period, now);
      if ((begun.at(-1) ?? '') < period) {
        await propose(owner, period, now);
        begun = await begin(owner, [period], now);
      }
      await open(owner, begun, now);
      return begun.at(-1) ?? period;
    },
  };
};
