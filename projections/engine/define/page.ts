import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { z } from 'zod';
import { addDays, startOfDay, type Day } from '#/domain/time.ts';
import type { AnyRow } from './table.ts';
import { rowTypes } from './row-types.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
}

export interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The cursor was not issued by this server, or was issued for other filters. */
export class InvalidCursor extends Error {
  constructor() {
    super('not a cursor of this list');
    this.name = 'InvalidCursor';
  }
}

/** Where queries run: a connection pool, or a transaction with a fixed snapshot. */
export interface Queryable {
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>;
}

type Parameter = string | number | boolean | readonly string[];

/** The conditions of a query and their parameters; an undefined filter does not restrict. */
export class Conditions {
  readonly #conditions: string[];
  readonly #values: Parameter[];

  constructor(conditions: readonly string[] = [], values: readonly Parameter[] = []) {
    this.#conditions = [...conditions];
    this.#values = [...values];
  }

  /** Returns a copy, to which another query adds its own conditions. */
  copy(): Conditions {
    return new Conditions(this.#conditions, this.#values);
  }

  bind(value: Parameter): string {
    this.#values.push(value);
    return `$${this.#values.length}`;
  }

  equal(column: string, value: Parameter | undefined): this {
    return value === undefined ? this : this.and(`${column} = ${this.bind(value)}`);
  }

  /** Restricts a day column to a range; both days included. */
  days(column: string, { from, to }: { from?: Day | undefined; to?: Day | undefined }): this {
    if (from !== undefined) this.and(`${column} >= ${this.bind(from)}`);
    if (to !== undefined) this.and(`${column} <= ${this.bind(to)}`);
    return this;
  }

  /** Restricts a column of instants to a range of Brazilian days; both days included. */
  instants(column: string, { from, to }: { from?: Day | undefined; to?: Day | undefined }): this {
    if (from !== undefined) this.and(`${column} >= ${this.bind(startOfDay(from))}`);
    if (to !== undefined) this.and(`${column} < ${this.bind(startOfDay(addDays(to, 1)))}`);
    return this;
  }

  and(condition: string): this {
    this.#conditions.push(condition);
    return this;
  }

  get where(): string {
    return this.#conditions.length === 0 ? '' : ` WHERE ${this.#conditions.join(' AND ')}`;
  }

  get values(): Parameter[] {
    return [...this.#values];
  }
}

export const rowsOf = async <Row extends AnyRow>(
  reader: Queryable,
  text: string,
  values: readonly Parameter[] = [],
): Promise<readonly Row[]> =>
  (await reader.query<Row>({ text, values: [...values], types: rowTypes })).rows;

const cursorSchema = z.strictObject({
  sort: z.string(),
  filters: z.string(),
  after: z.array(z.union([z.string(), z.number()])),
});

interface Sort<Row> {
  /** SQL columns that together are unique; the first is the one users sort by. */
  readonly columns: readonly string[];
  readonly direction: 'ascending' | 'descending';
  readonly keyOf: (row: Row) => readonly (string | number)[];
}

/** The query of one page: the conditions, including the cursor's, the order and the limit. */
export interface Asked {
  readonly conditions: Conditions;
  readonly orderBy: string;
  readonly limit: number;
}

const readCursor = (cursor: string): z.output<typeof cursorSchema> => {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new InvalidCursor();
  }
};

/** What a list contains, and what distinguishes its cursors from those of other lists. */
interface Listing<Row> {
  readonly conditions: Conditions;
  readonly sort: Sort<Row>;
  /** The filters that the cursor must have been issued for. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly paging: Paging;
}

/**
 * Reads one page of a list by keyset: it starts after the key of the previous page's last row. Page 1,000 is as fast as page 1,
 * and rows inserted meanwhile cause no duplicates or gaps. @throws InvalidCursor
 */
export const pageBy = async <Row extends AnyRow>(
  { conditions, sort, filters, paging: { limit, cursor } }: Listing<Row>,
  read: (asked: Asked) => Promise<readonly Row[]>,
): Promise<Page<Row>> => {
  const order = sort.direction === 'descending' ? 'DESC' : 'ASC';
  const bound = { sort: `${sort.columns.join()} ${order}`, filters: JSON.stringify(filters) };
  if (cursor !== undefined) {
    const { after, ...rest } = readCursor(cursor);
    if (rest.sort !== bound.sort || rest.filters !== bound.filters) throw new InvalidCursor();
    if (after.length !== sort.columns.length) throw new InvalidCursor();
    const values = after.map((value) => conditions.bind(value)).join(', ');
    conditions.and(`(${sort.columns.join(', ')}) ${order === 'DESC' ? '<' : '>'} (${values})`);
  }
  const orderBy = sort.columns.map((column) => `${column} ${order}`).join(', ');
  const rows = await read({ conditions, orderBy, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items, nextCursor: null };
  const next = JSON.stringify({ ...bound, after: sort.keyOf(last) });
  return { items, nextCursor: Buffer.from(next, 'utf8').toString('base64url') };
};

/** Reads one page of the rows of one table or view. @param select up to and including FROM */
export const pageOf = <Row extends AnyRow>(
  reader: Queryable,
  { select, ...listing }: Listing<Row> & { readonly select: string },
): Promise<Page<Row>> =>
  pageBy(listing, ({ conditions, orderBy, limit }) => {
    const { where } = conditions;
    const text = `${select}${where} ORDER BY ${orderBy} LIMIT ${conditions.bind(limit)}`;
    return rowsOf<Row>(reader, text, conditions.values);
  });
