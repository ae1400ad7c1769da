/** Describes the first line in which two traces of one seed differ; undefined = they are equal. */
export const firstDifference = (one: string, other: string): string | undefined => {
  const [ours, theirs] = [one.split('\n'), other.split('\n')];
  const index = ours.findIndex((line, nth) => line !== theirs[nth]);
  const at = index < 0 && theirs.length > ours.length ? ours.length : index;
  if (at < 0) return undefined;
  const [here = 'the end', there = 'the end'] = [ours[at], theirs[at]];
  return `line ${at + 1}: “${here}” and “${there}”`;
};
