/** The newest position that this page got, from its own writes and from live updates. Positions sort as text (money.50). */
let newest: string | undefined;

/** A position of another length is of another kind of event store, and cannot be compared: it counts as newer. */
export const notePosition = (position: string): void => {
  const isOtherStore = newest !== undefined && position !== '' && position.length !== newest.length;
  if (newest === undefined || isOtherStore || position > newest) newest = position;
};

/** For a query's `after`: the server waits a moment until its read model has reached this position. */
export const newestPosition = (): string | undefined => newest;
