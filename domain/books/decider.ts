import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import type { Month } from '#/domain/values/time.ts';
import type { BooksCommand } from './commands.ts';
import type { booksEvents } from './events.ts';

export type BooksEvent = EventOf<typeof booksEvents>;

/** The months of an account in their order; the last one takes commands. */
export type Books = readonly Month[];

/** Which months an account has, so that processes whose clocks differ agree on them. Months begin one after another. */
export const books: Decider<BooksCommand, BooksEvent, Books> = {
  category: 'books',
  initial: [],
  decide: ({ type, platformId, sellerId: receiverId, period, now: at }, months) => {
    const latest = months.at(-1);
    if (latest !== undefined && period <= latest) return [];
    const data = { platformId, receiverId, period, at };
    return [
      type === 'BeginMonth'
        ? { type: 'AccountMonthBegun', data }
        : { type: 'AccountMonthProposed', data },
    ];
  },
  evolve: (months, { type, data }) =>
    type === 'AccountMonthBegun' ? [...months, data.period] : months,
};
