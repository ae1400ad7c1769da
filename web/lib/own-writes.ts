/** Positions sort as text (DESIGN §5), so the newest is the greatest. */
let newest: string | undefined;

/** Remembers where one of our writes, or a tick that we showed, stands in the log. */
export const notePosition = (position: string): void => {
  if (newest === undefined || position > newest) newest = position;
};

/** Pass it as `after` of a query, and the answer has everything this page has already shown. */
export const newestPosition = (): string | undefined => newest;
