/** Positions sort as text (money.50), so the newest is the greatest. */
let newest: string | undefined;

/**
 * Remembers the log position of a write of this page, or of a live update, if it is newer than the remembered one. All positions of one
 * store have the same length. A different length means that the server uses another store since, so that position counts as the newest.
 */
export const notePosition = (position: string): void => {
  const isMoved = newest !== undefined && position !== '' && position.length !== newest.length;
  if (newest === undefined || isMoved || position > newest) newest = position;
};

/** Pass it as `after` of a query: the server then waits a moment for its read model to reach the writes and updates noted so far. */
export const newestPosition = (): string | undefined => newest;
