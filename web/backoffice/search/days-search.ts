import * as z from 'zod/mini';

/** The presets of screens.28. */
export const daysSearch = z.object({
  days: z.catch(z.optional(z.literal([1, 7, 14, 30])), undefined),
});

export const DEFAULT_DAYS = 7;

export type PresetDays = z.output<typeof daysSearch>['days'];

/** Returns undefined, which means the default, unless the days are a preset. */
export const presetOrDefault = (days: number): PresetDays => daysSearch.parse({ days }).days;
