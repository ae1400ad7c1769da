/** The most acquirers of a route. Free of zod: browsers load this file. */
export const LONGEST_ROUTE = 10;

/** What a platform may set as limits for a suspension: `answeredBelow` in percent, `slowerThan` in milliseconds. */
export const SUSPENSION_BOUNDS = {
  answeredBelow: { least: 0, most: 100 },
  slowerThan: { least: 500, most: 60_000 },
} as const;
