import type { AnyRow, Table } from './table.ts';

const SPECIAL = /[\\\n\r\t]/;
const ALL_SPECIAL = /[\\\n\r\t]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const escaped = (value: string): string =>
  SPECIAL.test(value)
    ? value.replaceAll(ALL_SPECIAL, (character) => ESCAPES[character] ?? character)
    : value;

/** Rows as COPY reads them in its text format (Postgres manual, COPY, *Text Format*). */
export const copyText = (table: Table): ((rows: readonly AnyRow[]) => string) => {
  const columns = Object.entries(table.columns);
  return (rows) => {
    const lines: string[] = [];
    for (const row of rows) {
      const fields: string[] = [];
      for (const [name, { nullable, encode }] of columns) {
        const value = row[name];
        fields.push(value === null && nullable ? '\\N' : escaped(encode(value)));
      }
      lines.push(fields.join('\t'));
    }
    return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  };
};
