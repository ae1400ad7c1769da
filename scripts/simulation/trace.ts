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

/** Characters of lines that are kept before they are hashed: many at once, which is faster. */
const MOST_UNHASHED = 100_000;

/** All that happens in a run, line by line. Two runs of one seed must have the same lines. */
export class Trace {
  readonly #onLine: ((line: string) => void) | undefined;
  readonly #hash = createHash('sha256');
  #unhashed = '';

  /** @param onLine gets each line */
  constructor(onLine?: (line: string) => void) {
    this.#onLine = onLine;
  }

  add(line: string): void {
    this.#unhashed += line;
    if (this.#unhashed.length > MOST_UNHASHED) this.#hashLines();
    this.#onLine?.(line);
  }

  /** Hash of the lines so far. */
  hash(): string {
    this.#hashLines();
    return this.#hash.copy().digest('hex');
  }

  #hashLines(): void {
    this.#hash.update(this.#unhashed);
    this.#unhashed = '';
  }
}
