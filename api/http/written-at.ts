import { isComparable } from '#/ledger/event-store.ts';

/** Returns the position of a stream's last event, to be passed as `after`. It is at or after the write that the call requested. */
export const writtenAt = ({ position }: { readonly position: string | undefined }): string => {
  if (position === undefined) throw new Error('a command was done without leaving a trace');
  return position;
};

/** Returns the later of both positions. `after` does not count if it is a position of another log. */
export const afterBoth = (
  after: string | undefined,
  recorded: { readonly position: string | undefined },
): string => {
  const written = writtenAt(recorded);
  return after !== undefined && isComparable(after, written) && after > written ? after : written;
};
