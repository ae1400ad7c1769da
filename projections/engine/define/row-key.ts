import type { AnyRow, Table } from '#/projections/engine/define/table.ts';

export const keyText = (key: readonly string[]): string =>
  key.length === 1 ? (key[0] ?? '') : key.join('\n');

export const keyReader = ({ key, name }: Table): ((row: AnyRow) => string) => {
  const [first = '', ...others] = key;
  const read = (row: AnyRow, column: string): string => {
    const value = row[column];
    return typeof value === 'string' ? value : refuseColumn(`${name}.${column}`);
  };
  return (row) => {
    let text = read(row, first);
    for (const column of others) text += `\n${read(row, column)}`;
    return text;
  };
};

const refuseColumn = (column: string): never => {
  throw new TypeError(`${column} is part of a key and must be text`);
};
