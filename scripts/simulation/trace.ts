import { createHash } from 'node:crypto';

/** Keeps values that JSON would leave out. */
const keepContent = (_key: string, value: unknown): unknown => {
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return typeof value === 'bigint' ? String(value) : value;
};

/** Writes values as a line of the trace. */
export const traceText = (values: readonly unknown[]): string =>
  JSON.stringify(values, keepContent);

/** Lines are hashed once they have more characters than this together, because hashing each line alone is slower. */
const MOST_UNHASHED = 100_000;

/** Hashes the lines of a trace. Two runs of one seed must have the same hash. */
export const createLineHash = () => {
  const hash = createHash('sha256');
  let unhashed = '';
  const hashLines = (): void => {
    hash.update(unhashed);
    unhashed = '';
  };
  return {
    add: (line: string): void => {
      unhashed += line;
      if (unhashed.length > MOST_UNHASHED) hashLines();
    },
    /** Hash of the lines so far. */
    digest: (): string => {
      hashLines();
      return hash.copy().digest('hex');
    },
  };
};
