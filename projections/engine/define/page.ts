import { z } from 'zod';
import { all, fetchRows, type Filter, type Query, type Queryable } from './query.ts';
import type { AnyRow } from './table.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
}

export interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The text is no cursor, or the cursor of a list with another sort or other filters. */
export class InvalidCursor extends Error {
  constructor() {
    super('not a cursor of this list');
    this.name = 'InvalidCursor';
  }
}

const cursorSchema = z.strictObject({
  sort: z.string(),
  filters: z.string(),
  // Postgres has no text with NUL.
  after: z.array(z.union([z.string().regex(/^[^\0]*$/), z.number()])),
});

type Order = 'ASC' | 'DESC';

interface Sort<Row> {
  /** SQL columns that together are unique; the first is the one users sort by. */
  readonly columns: readonly string[];
  readonly direction: 'ascending' | 'descending';
  readonly keyOf: (row: Row) => readonly (string | number)[];
}

/** Restricts a query to the rows after a key, in the order of the columns: `>` for an ascending order, `<` for a descending one. */
export const after =
  (columns: readonly string[], key: readonly (string | number)[], comparison: '<' | '>'): Filter =>
  (query) => {
    const values = key.map(() => '?').join(', ');
    return query.whereRaw(`(${columns.join(', ')}) ${comparison} (${values})`, [...key]);
  };

export interface PageQuery {
  readonly filter: Filter;
  readonly order: { column: string; order: Order }[];
  readonly limit: number;
}

const readCursor = (cursor: string): z.output<typeof cursorSchema> => {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new InvalidCursor();
  }
};

/** @throws InvalidCursor */
const afterCursor = <Row>(
  cursor: string,
  list: { readonly sort: string; readonly filters: string },
  { columns, direction }: Sort<Row>,
): Filter => {
  const { after: key, sort, filters } = readCursor(cursor);
  if (sort !== list.sort || filters !== list.filters) throw new InvalidCursor();
  if (key.length !== columns.length) throw new InvalidCursor();
  return after(columns, key, direction === 'descending' ? '<' : '>');
};

interface Listing<Row> {
  readonly filter: Filter;
  readonly sort: Sort<Row>;
  /** The filters that the cursor must have been issued for. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly paging: Paging;
}

/** Reads a page of a list. Later pages cost no more, and a row inserted meanwhile shifts no page. @throws InvalidCursor */
export const readKeysetPage = async <Row extends AnyRow>(
  { filter, sort, filters, paging: { limit, cursor } }: Listing<Row>,
  read: (query: PageQuery) => Promise<readonly Row[]>,
): Promise<Page<Row>> => {
  const order = sort.direction === 'descending' ? 'DESC' : 'ASC';
  const list = { sort: `${sort.columns.join()} ${order}`, filters: JSON.stringify(filters) };
  const rows = await read({
    filter: cursor === undefined ? filter : all(filter, afterCursor(cursor, list, sort)),
    order: sort.columns.map((column) => ({ column, order })),
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items, nextCursor: null };
  const next = JSON.stringify({ ...list, after: sort.keyOf(last) });
  return { items, nextCursor: Buffer.from(next, 'utf8').toString('base64url') };
};

/** @throws InvalidCursor */
export const pageOf = <Row extends AnyRow>(
  reader: Queryable,
  { rows, ...listing }: Listing<Row> & { readonly rows: Query },
): Promise<Page<Row>> =>
  readKeysetPage(listing, ({ filter, order, limit }) =>
    fetchRows<Row>(reader, filter(rows).orderBy(order).limit(limit)),
  );
