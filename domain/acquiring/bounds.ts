/** The most acquirers of a route. This file is free of zod: browsers load it. */
export const LONGEST_ROUTE = 10;

/**
 * The smallest and largest values of the limits beyond which an acquirer is suspended: `answeredBelow` in percent, `slowerThan` in
 * milliseconds.
 */
export const SUSPENSION_BOUNDS = {
  answeredBelow: { least: 0, most: 100 },
  slowerThan: { least: 500, most: 60_000 },
} as const;
