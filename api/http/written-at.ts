import { isComparable } from '#/ledger/event-store.ts';

/** Returns the log position of a write, to be passed as `after`. A successful command always has one. */
export const writtenAt = ({ position }: { readonly position: string | undefined }): string => {
  if (position === undefined) throw new Error('a command was done without leaving a trace');
  return position;
};

/**
 * Returns the position that a read needs in order to be no older than the caller's last write and than a record that was loaded. A
 * position of another log cannot be compared, so it does not count.
 */
export const afterBoth = (
  after: string | undefined,
  recorded: { readonly position: string | undefined },
): string => {
  const written = writtenAt(recorded);
  return after !== undefined && isComparable(after, written) && after > written ? after : written;
};
