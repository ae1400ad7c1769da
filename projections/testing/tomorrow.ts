import { addDays, dayOf, type Timestamp } from '#/domain/values/time.ts';

/** The next day at noon in Brazil. */
export const tomorrow = (now: Timestamp): Timestamp => `${addDays(dayOf(now), 1)}T15:00:00.000Z`;
