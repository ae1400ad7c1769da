import { z } from 'zod';

/** How many bank transfers of one answer are recorded. */
export const MOST_TRANSFERS = 100;

/** End-to-end ids of the PIX transfers that paid a transaction, as `readEndToEndId` returns them. Absent = none named, or an older event. */
export const transfersPart = {
  transfers: z.array(z.string()).min(1).max(MOST_TRANSFERS).optional(),
};
