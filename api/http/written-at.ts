/** Returns the log position of a write, to be passed as `after`. A successful command always has one. */
export const writtenAt = ({ position }: { readonly position: string | undefined }): string => {
  if (position === undefined) throw new Error('a command was done without leaving a trace');
  return position;
};
