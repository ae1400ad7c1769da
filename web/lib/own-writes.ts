/** Positions sort as text (money.50), so the newest is the greatest. */
let newest: string | undefined;

/**
 * Remembers the log position of one of our writes, or of a live update on screen. All positions of one log have the same
 * length: a different length means the log was moved while this page was open, so that position is the newest.
 */
export const notePosition = (position: string): void => {
  const isMoved = newest !== undefined && position !== '' && position.length !== newest.length;
  if (newest === undefined || isMoved || position > newest) newest = position;
};

/** Pass it as `after` of a query: the server then waits a moment for its read model to reach the writes and updates noted so far. */
export const newestPosition = (): string | undefined => newest;
