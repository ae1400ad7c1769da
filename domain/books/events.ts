import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { monthSchema, timestampSchema } from '#/domain/values/time.ts';

const month = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  period: monthSchema,
  /** By the clock of the process that proposed the month. */
  at: timestampSchema,
});

/** A process proposes to begin a month. Its clock may be ahead of the log's. */
const AccountMonthProposed = month;

/** From this event on, the month before is to be closed, then this month opened. */
const AccountMonthBegun = month;

export const booksEvents = { AccountMonthProposed, AccountMonthBegun };
