import * as z from 'zod/mini';
import { isDay } from '#/web/ui/fields/day-range.ts';

const day = z.string().check(z.refine(isDay));

/** A range of days; for an absent end the page uses its default. */
export const rangeSearch = z.object({
  from: z.catch(z.optional(day), undefined),
  to: z.catch(z.optional(day), undefined),
});

export type RangeSearch = z.output<typeof rangeSearch>;
