import type { Cents } from '#/domain/values/money.ts';
import type { Day, Month, Timestamp } from '#/domain/values/time.ts';

declare const valueOf: unique symbol;

/** How a row's value becomes a Postgres value. `Value` is used by the compiler only. */
export interface Column<Value> {
  readonly sql: string;
  readonly nullable: boolean;
  /** True when the text form has no tab, line end or backslash. */
  readonly plain: boolean;
  /** Returns the text form that Postgres parses. @throws TypeError for a value of another type */
  readonly encode: (value: unknown) => string;
  readonly [valueOf]?: Value;
}

const refuseValue = (expected: string, value: unknown): never => {
  throw new TypeError(`expected ${expected}, got ${typeof value}`);
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : refuseValue('text', value);

const asInteger = (value: unknown): string =>
  Number.isSafeInteger(value) ? String(value) : refuseValue('a safe integer', value);

const asBoolean = (value: unknown): string =>
  typeof value === 'boolean' ? String(value) : refuseValue('a boolean', value);

/** Text that compares byte by byte, so that positions sort in the order of the log. */
export const text: Column<string> = {
  sql: 'text',
  nullable: false,
  plain: false,
  encode: asText,
};

export const enumText = <Word extends string>(): Column<Word> => ({
  sql: text.sql,
  nullable: false,
  plain: true,
  encode: asText,
});

export const integer: Column<number> = {
  sql: 'integer',
  nullable: false,
  plain: true,
  encode: asInteger,
};

/** Amounts in cents, and sums of amounts. */
export const amount: Column<Cents> = {
  sql: 'bigint',
  nullable: false,
  plain: true,
  encode: asInteger,
};

export const boolean: Column<boolean> = {
  sql: 'boolean',
  nullable: false,
  plain: true,
  encode: asBoolean,
};

export const time: Column<Timestamp> = {
  sql: 'timestamptz',
  nullable: false,
  plain: true,
  encode: asText,
};

export const day: Column<Day> = { sql: 'date', nullable: false, plain: true, encode: asText };

export const month: Column<Month> = enumText<Month>();

/** json, not jsonb, so that two generations compare byte by byte. */
export const json = <Value>(): Column<Value> => ({
  sql: 'json',
  nullable: false,
  plain: false,
  encode: (value) => (value === undefined ? refuseValue('JSON', value) : JSON.stringify(value)),
});

export const nullable = <Value>(column: Column<Value>): Column<Value | null> => ({
  ...column,
  nullable: true,
});

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowOf<Of extends { readonly columns: Columns }> = {
  readonly [Name in keyof Of['columns']]: Of['columns'][Name] extends Column<infer Value>
    ? Value
    : never;
};

export type AnyRow = Readonly<Record<string, unknown>>;

export interface Index {
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** SQL condition of a partial index. */
  readonly where?: string;
}

/** `keyed` rows are replaced by key, `log` rows are appended, `sums` rows are added to without being read. */
export interface Table {
  readonly kind: 'keyed' | 'log' | 'sums';
  readonly name: string;
  readonly columns: Columns;
  readonly key: readonly string[];
  readonly indexes: readonly Index[];
}

interface Declaration<Of extends Columns, Key extends readonly (keyof Of & string)[]> {
  readonly name: string;
  readonly columns: Of;
  readonly key: Key;
  readonly indexes?: readonly (Omit<Index, 'columns'> & {
    readonly columns: readonly (keyof Of & string)[];
  })[];
}

const declareTable =
  <Kind extends Table['kind']>(kind: Kind) =>
  <Of extends Columns, const Key extends readonly (keyof Of & string)[]>(
    table: Declaration<Of, Key>,
  ) => ({ kind, indexes: [], ...table });

export const keyed = declareTable('keyed');
export const log = declareTable('log');
/** Every column outside the key is a whole number that is summed. */
export const sums = declareTable('sums');

/** `sellerId` → `seller_id`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
