/** Returns the selection with the id added, or removed if it was in it. */
export const toggleSelected = (selected: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
};
