import * as z from 'zod/mini';
import { isDay } from '#/web/ui/fields/day-range.ts';

const day = z.string().check(z.refine(isDay));

/** A range of days in an address; an absent end is the page's own choice. */
export const rangeSearch = z.object({
  from: z.catch(z.optional(day), undefined),
  to: z.catch(z.optional(day), undefined),
});

export type RangeSearch = z.output<typeof rangeSearch>;
