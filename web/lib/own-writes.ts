/** Positions sort as text (money.50), so the newest is the greatest. */
let newest: string | undefined;

/**
 * Remembers where one of our writes, or a tick that we showed, stands in the log. Positions of one log are of one length: one
 * of another length comes from where the log was moved to while this page was open, so it is the newest.
 */
export const notePosition = (position: string): void => {
  const isMoved = newest !== undefined && position !== '' && position.length !== newest.length;
  if (newest === undefined || isMoved || position > newest) newest = position;
};

/** Pass it as `after` of a query, and the answer has everything this page has already shown. */
export const newestPosition = (): string | undefined => newest;
