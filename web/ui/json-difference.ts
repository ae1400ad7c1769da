/** One place where two JSON values differ; undefined where one of them has nothing. */
export interface JsonDifference {
  /** `postings[0].amount`; empty for the whole value. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const childPath = (path: string, key: string | number): string => {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
};

/** The leaves at which two JSON values differ, in the order of the first, then what is new in the second. */
export const jsonDifferences = (
  before: unknown,
  after: unknown,
  path = '',
): readonly JsonDifference[] => {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) =>
      jsonDifferences(before[index], after[index], childPath(path, index)),
    ).flat();
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => jsonDifferences(before[key], after[key], childPath(path, key)));
  }
  return [{ path, before, after }];
};
