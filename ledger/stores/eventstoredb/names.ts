import { categories, categoryOf } from '#/domain/values/ids.ts';

const CATEGORIES: ReadonlySet<string> = new Set(categories);

/** No hyphen (it ends a category in EventStoreDB) and no dot (it ends the prefix). */
export const PREFIX = /^[a-z0-9_]{1,32}$/;

/** Names carry the prefix only on the server. The log has them without it, so hashes and seals do not depend on it. */
export class Names {
  readonly #prefix: string;
  /** With these the names of our streams begin. No other product on the server may use them. */
  readonly prefixes: readonly string[];

  constructor(prefix: string | undefined) {
    if (prefix !== undefined && !PREFIX.test(prefix))
      throw new RangeError(`invalid prefix: ${prefix}`);
    this.#prefix = prefix === undefined ? '' : `${prefix}.`;
    this.prefixes = categories.map((category) => `${this.#prefix}${category}-`);
  }

  /** @throws TypeError for a stream without one of our categories, because subscriptions would not deliver it */
  toServerName(stream: string): string {
    if (!CATEGORIES.has(categoryOf(stream))) throw new TypeError(`unknown category: ${stream}`);
    return this.#prefix + stream;
  }

  /** Returns the server's name of a stream that is stored with the log but not part of it. */
  streamOutsideLog(id: string): string {
    return `${this.#prefix}policies-${id}`;
  }

  /** Undefined when the stream belongs to another product. */
  fromServerName(name: string): string | undefined {
    if (!name.startsWith(this.#prefix)) return undefined;
    const stream = name.slice(this.#prefix.length);
    return stream.includes('-') && CATEGORIES.has(categoryOf(stream)) ? stream : undefined;
  }
}
