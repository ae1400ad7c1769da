import { categories, categoryOf } from '#/domain/values/ids.ts';

const CATEGORIES: ReadonlySet<string> = new Set(categories);

/** Allowed values of `EVENTSTORE_PREFIX`: no hyphen (it ends a category in EventStoreDB) and no dot (it ends the prefix). */
export const PREFIX = /^[a-z0-9_]{1,32}$/;

/**
 * The names of this product's streams on a server that others may use too. The prefix is added only on the wire: the
 * `EventStore` interface, hashes, seals and proofs never see it.
 */
export class Names {
  readonly #prefix: string;
  /** The name prefixes of all our streams, which no other product on the server may use. */
  readonly prefixes: readonly string[];

  constructor(prefix: string | undefined) {
    if (prefix !== undefined && !PREFIX.test(prefix))
      throw new RangeError(`invalid prefix: ${prefix}`);
    this.#prefix = prefix === undefined ? '' : `${prefix}.`;
    this.prefixes = categories.map((category) => `${this.#prefix}${category}-`);
  }

  /** @throws TypeError for a stream without one of our categories, because subscriptions would never deliver it */
  toServerName(stream: string): string {
    if (!CATEGORIES.has(categoryOf(stream))) throw new TypeError(`unknown category: ${stream}`);
    return this.#prefix + stream;
  }

  /**
   * Returns the name of a stream that is not part of the log, but is stored, lost and restored together with it. Its category is
   * none of ours, so no read or subscription of the log delivers it.
   */
  streamOutsideLog(id: string): string {
    return `${this.#prefix}policies-${id}`;
  }

  /** Returns a stream's name without the prefix; undefined when the stream belongs to another product. */
  fromServerName(name: string): string | undefined {
    if (!name.startsWith(this.#prefix)) return undefined;
    const stream = name.slice(this.#prefix.length);
    return stream.includes('-') && CATEGORIES.has(categoryOf(stream)) ? stream : undefined;
  }
}
