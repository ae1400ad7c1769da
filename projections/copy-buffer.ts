import type { AnyRow, Table } from './table.ts';

const SPECIAL = /[\\\n\r\t]/;
const ALL_SPECIAL = /[\\\n\r\t]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Longer texts are mostly JSON, in which looking for each character is quicker than an expression for all. */
const LONG = 64;

const isSpecial = (text: string): boolean =>
  text.length < LONG
    ? SPECIAL.test(text)
    : text.includes('\\') || text.includes('\n') || text.includes('\t') || text.includes('\r');

const escaped = (text: string): string =>
  isSpecial(text)
    ? text.replaceAll(ALL_SPECIAL, (character) => ESCAPES[character] ?? character)
    : text;

const INITIAL = 1 << 16;

/** Rows as COPY reads them in its text format (Postgres manual, COPY, *Text Format*), gathered as bytes. */
export class CopyBuffer {
  readonly #columns: readonly (readonly [string, Table['columns'][string]])[];
  #bytes = Buffer.allocUnsafe(INITIAL);
  #length = 0;

  constructor(table: Table) {
    this.#columns = Object.entries(table.columns);
  }

  get length(): number {
    return this.#length;
  }

  /** @throws TypeError when the row does not fit its columns */
  add(row: AnyRow): void {
    let line = '';
    let separator = '';
    for (const [name, { nullable, plain, encode }] of this.#columns) {
      const value = row[name];
      let field = '\\N';
      if (value !== null || !nullable) field = plain ? encode(value) : escaped(encode(value));
      line += separator + field;
      separator = '\t';
    }
    line += '\n';
    this.#reserve(3 * line.length);
    this.#length += this.#bytes.write(line, this.#length);
  }

  /** What was added since the last call. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(Math.max(INITIAL, this.#length));
    this.#length = 0;
    return taken;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, needed));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
