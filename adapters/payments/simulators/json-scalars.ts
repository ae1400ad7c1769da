/** A JSON value that is neither an object nor a list. */
export type Scalar = string | number | boolean | null;

export interface PlacedScalar {
  /** Names and indexes on the path. */
  readonly place: readonly (string | number)[];
  /** The last name on the path. */
  readonly key: string;
  readonly value: Scalar;
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const entriesOf = (value: unknown): readonly (readonly [string | number, unknown])[] => {
  if (Array.isArray(value)) return value.map((each, index) => [index, each]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
};

export const scalarsOf = (
  value: unknown,
  place: PlacedScalar['place'] = [],
  key = '',
): readonly PlacedScalar[] => {
  if (isScalar(value)) return [{ place, key, value }];
  return entriesOf(value).flatMap(([name, each]) =>
    scalarsOf(each, [...place, name], typeof name === 'string' ? name : key),
  );
};

/** Passes every scalar through `change`. */
export const mapScalars = (
  value: unknown,
  change: (scalar: Omit<PlacedScalar, 'place'>) => Scalar,
  key = '',
): unknown => {
  if (isScalar(value)) return change({ key, value });
  if (Array.isArray(value)) return value.map((each: unknown) => mapScalars(each, change, key));
  if (typeof value !== 'object') return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapScalars(each, change, name)]),
  );
};

export const placeOf = ({ place }: Pick<PlacedScalar, 'place'>): string => JSON.stringify(place);

/** The outermost object with this text as the value of one of its own properties. */
export const recordWith = (value: unknown, text: string): unknown => {
  const entries = entriesOf(value);
  const isOwn = ([, each]: readonly [unknown, unknown]) => isScalar(each) && String(each) === text;
  if (!Array.isArray(value) && entries.some(isOwn)) return value;
  for (const [, each] of entries) {
    const record = recordWith(each, text);
    if (record !== undefined) return record;
  }
  return undefined;
};

/** Returns the value with `other` in place of `part`, which is one of its objects or lists. */
export const withPart = (value: unknown, part: unknown, other: unknown): unknown => {
  if (value === part) return other;
  if (Array.isArray(value)) return value.map((each: unknown) => withPart(each, part, other));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withPart(each, part, other)]),
  );
};

/** Parses as a provider would; undefined for plain text. */
export const bodyOf = (text: string, contentType: string): unknown => {
  if (contentType.includes('form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
