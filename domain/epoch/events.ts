import { z } from 'zod';
import { timestampSchema } from '#/domain/values/time.ts';

/** Unless this is the first epoch, the log is another copy or has lost its newest events: earlier calls may be missing in it. */
const EpochBegan = z.strictObject({
  /** 1 = the first. */
  number: z.int().positive(),
  /** Names the copy of the log (`EventStore.lineage`). */
  lineage: z.string(),
  /** `first` = no epoch was on record; `end-lost` = events had been seen that the log no longer has. */
  cause: z.enum(['first', 'other-copy', 'end-lost']),
  /** Names what was missing, so that the same loss begins no other epoch. */
  missing: z.array(z.string()).optional(),
  at: timestampSchema,
});

export const epochEvents = { EpochBegan };
