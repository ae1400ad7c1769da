import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { monthSchema, timestampSchema } from '#/domain/values/time.ts';

const month = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  period: monthSchema,
  /** According to the clock of the process that proposed the month. */
  at: timestampSchema,
});

/** A process wants to begin a month. The time at which the log recorded this event shows whether the clock of that process is ahead. */
const AccountMonthProposed = month;

/** The month is to take the account's commands. The month that was begun before it is closed first, and then this one is opened. */
const AccountMonthBegun = month;

export const booksEvents = { AccountMonthProposed, AccountMonthBegun };
