import { isComparable } from '#/ledger/event-store.ts';

/** The position of a stream's last event, at or after the write that was asked for; to be passed as `after`. */
export const writtenAt = ({ position }: { readonly position: string | undefined }): string => {
  if (position === undefined) throw new Error('a command was done without leaving a trace');
  return position;
};

/** The later of both positions. A position of another log does not count. */
export const afterBoth = (
  after: string | undefined,
  recorded: { readonly position: string | undefined },
): string => {
  const written = writtenAt(recorded);
  return after !== undefined && isComparable(after, written) && after > written ? after : written;
};
