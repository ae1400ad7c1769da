import { categories, categoryOf } from '#/domain/ids.ts';

const CATEGORIES: ReadonlySet<string> = new Set(categories);

/** What `EVENTSTORE_PREFIX` may be: no hyphen, where EventStoreDB ends a category, and no dot, which ends the prefix. */
export const PREFIX = /^[a-z0-9_]{1,32}$/;

/**
 * How the streams of this product are called on a server that others may use as well. A prefix stands before the name
 * on the wire only: the port, hashes, seals and proofs never see it.
 */
export class Names {
  readonly #prefix: string;
  /** With what the name of every stream of ours begins, and no other product's. */
  readonly beginnings: readonly string[];

  constructor(prefix: string | undefined) {
    if (prefix !== undefined && !PREFIX.test(prefix)) throw new RangeError(`no prefix: ${prefix}`);
    this.#prefix = prefix === undefined ? '' : `${prefix}.`;
    this.beginnings = categories.map((category) => `${this.#prefix}${category}-`);
  }

  /** @throws TypeError for a stream of no category, which nobody would ever read */
  onServer(stream: string): string {
    if (!CATEGORIES.has(categoryOf(stream))) throw new TypeError(`no category of ours: ${stream}`);
    return this.#prefix + stream;
  }

  /** The port's name of a stream, undefined when it is not ours. */
  ours(name: string): string | undefined {
    if (!name.startsWith(this.#prefix)) return undefined;
    const stream = name.slice(this.#prefix.length);
    return stream.includes('-') && CATEGORIES.has(categoryOf(stream)) ? stream : undefined;
  }
}
