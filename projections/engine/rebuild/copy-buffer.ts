import type { AnyRow, Table } from '#/projections/engine/define/table.ts';

const SPECIAL = /[\\\n\r\t]/;
const ALL_SPECIAL = /[\\\n\r\t]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Longer texts are mostly JSON, where a search for each special character is faster than a regular expression. */
const LONG = 64;

const isSpecial = (text: string): boolean =>
  text.length < LONG
    ? SPECIAL.test(text)
    : text.includes('\\') || text.includes('\n') || text.includes('\t') || text.includes('\r');

const escapeText = (text: string): string =>
  isSpecial(text)
    ? text.replaceAll(ALL_SPECIAL, (character) => ESCAPES[character] ?? character)
    : text;

const INITIAL = 1 << 16;

/** Characters encoded to bytes at once: row by row takes longer. */
const TEXT = 1 << 14;

/** Collects rows as bytes in COPY's text format (Postgres manual, COPY, *Text Format*). */
export class CopyBuffer {
  readonly #columns: readonly (readonly [string, Table['columns'][string]])[];
  #bytes = Buffer.allocUnsafe(INITIAL);
  #length = 0;
  /** The last rows, not yet encoded to bytes. */
  #text = '';

  constructor(table: Table) {
    this.#columns = Object.entries(table.columns);
  }

  /** Approximate number of bytes collected; 0 = empty. */
  get length(): number {
    return this.#length + this.#text.length;
  }

  /** @throws TypeError when the row does not fit its columns */
  add(row: AnyRow): void {
    let line = '';
    let separator = '';
    for (const [name, { nullable, plain, encode }] of this.#columns) {
      const value = row[name];
      let field = '\\N';
      if (value !== null || !nullable) field = plain ? encode(value) : escapeText(encode(value));
      line += separator + field;
      separator = '\t';
    }
    this.#text += `${line}\n`;
    if (this.#text.length >= TEXT) this.#write();
  }

  /** Returns what was added since the last call. */
  take(): Buffer {
    this.#write();
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(Math.max(INITIAL, this.#length));
    this.#length = 0;
    return bytes;
  }

  #write(): void {
    this.#reserve(3 * this.#text.length);
    this.#length += this.#bytes.write(this.#text, this.#length);
    this.#text = '';
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, needed));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
