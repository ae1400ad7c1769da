import { z } from 'zod';

/** How many bank transfers of one answer are recorded. */
export const MOST_TRANSFERS = 100;

/** The bank transfers that paid a transaction (`readEndToEndId`). Absent = none named, or an older event. */
export const transfersPart = {
  transfers: z.array(z.string()).min(1).max(MOST_TRANSFERS).optional(),
};
