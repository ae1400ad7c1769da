const sortNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sortNames(member)]),
  );
};

/**
 * Returns the same JSON for equal values, whatever the order of their members. For texts, whole numbers, and lists and objects of them
 * it is the canonical form of RFC 8785: names are compared by UTF-16 code units, and ECMAScript writes such values as §3.2.2 asks.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortNames(value));
