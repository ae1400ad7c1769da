/** The rows before and after the open one. Without an open row, the first row is next. */
export const neighbours = (
  ids: readonly string[],
  current: string | undefined,
): { readonly previous: string | undefined; readonly next: string | undefined } => {
  if (current === undefined) return { previous: undefined, next: ids[0] };
  const index = ids.indexOf(current);
  if (index < 0) return { previous: undefined, next: undefined };
  return { previous: ids[index - 1], next: ids[index + 1] };
};
