/** Bounds of a pause, both in the same unit. */
export interface PauseRange {
  readonly first: number;
  readonly longest: number;
}

/** Enough for each range to reach its longest pause. A range that begins with 0 would double without end. */
const MOST_DOUBLINGS = 40;

/** Returns the pause before the n-th retry in a row (from 0), in the unit of the range. */
export const growingPause = (retry: number, { first, longest }: PauseRange): number =>
  Math.min(longest, first * 2 ** Math.min(retry, MOST_DOUBLINGS));

/** The pauses before the first, second … retry, up to the longest; for an SQL query, which cannot compute them. */
export const growingPauses = (range: PauseRange): readonly number[] => {
  const pauses: number[] = [];
  while (pauses.length <= MOST_DOUBLINGS && pauses.at(-1) !== range.longest) {
    pauses.push(growingPause(pauses.length, range));
  }
  return pauses;
};

/** Pauses between retries, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * The pause in milliseconds before the n-th retry (from 0), half of it random.
 * @param random from 0 to 1
 */
export const backoffMs = (
  attempt: number,
  { firstMs, longestMs }: Backoff,
  random: number,
): number => growingPause(attempt, { first: firstMs, longest: longestMs }) * (0.5 + random / 2);
