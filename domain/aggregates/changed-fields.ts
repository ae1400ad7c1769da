type Value = string | number | null;

/** Texts and numbers of a record by path (`fees.PIX.percent`); a boolean or null counts as null. */
export type Fields = ReadonlyMap<string, Value>;

const entriesOf = (value: unknown, path = ''): readonly (readonly [string, Value])[] => {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) =>
      entriesOf(inner, path === '' ? name : `${path}.${name}`),
    );
  }
  return [[path, typeof value === 'string' || typeof value === 'number' ? value : null]];
};

export const fieldsOf = (record: unknown): Fields =>
  new Map(record === undefined ? [] : entriesOf(record));

export interface ChangedField {
  readonly path: string;
  /** `before` and `after` are null where the record has no text or number. */
  readonly before: Value;
  readonly after: Value;
}

/** First the fields of `after` in its order, then those that only `before` has. */
export const changedBetween = (before: Fields, after: Fields): ChangedField[] =>
  [...new Set([...after.keys(), ...before.keys()])].flatMap((path) => {
    const oldValue = before.get(path) ?? null;
    const newValue = after.get(path) ?? null;
    return oldValue === newValue ? [] : [{ path, before: oldValue, after: newValue }];
  });
