/**
 * Where a write can be seen: pass it as `after`. A command that was done has a place in the log.
 */
export const writtenAt = ({ position }: { readonly position: string | undefined }): string => {
  if (position === undefined) throw new Error('a command was done without leaving a trace');
  return position;
};
