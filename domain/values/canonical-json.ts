const sortNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sortNames(member)]),
  );
};

/** The same JSON for equal values; for texts and whole numbers, RFC 8785's canonical form. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortNames(value));
