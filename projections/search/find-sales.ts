import { addDays, type Day } from '#/domain/time.ts';
import { entryTokens, type Token } from '#/ledger/vault/search-entries.ts';
import { pageBy, type Asked, type Page, type Paging } from '#/projections/engine/define/page.ts';
import {
  fetchRows,
  rowsIn,
  rowsOf,
  sql,
  type Query,
  type Queryable,
} from '#/projections/engine/define/query.ts';
import { providerReferenceTable } from '#/projections/provider-reference.ts';
import { filterOf, newestFirst, type SalesFilters } from '#/projections/sales-queries.ts';
import { saleTable, type SaleRow } from '#/projections/sales.ts';
import { selection, viewOf } from '#/projections/engine/define/table-sql.ts';
import { SEARCH_VERSION } from './indexer.ts';
import type { PreparedSearch } from './prepared.ts';

const SALE = viewOf(saleTable);
const REFERENCE = viewOf(providerReferenceTable);
const COLUMNS = selection(saleTable, 'sale');
const TOKENS = entryTokens('entry');
const NEWEST_FIRST = newestFirst.columns.map((column) => `${column} DESC`).join(', ');

/** Most ids that one prefix may match. */
const MOST_IDS = 100;
/** Number of the newest sales checked one by one before the index is used. */
const NEWEST = 300;

const DAY_MS = 86_400_000;

/**
 * Selects payments by id prefix. Uses `provider_reference`, which has no other index on the platform that Postgres could scan
 * instead.
 */
const selectByPrefix = (column: string, place: number): string =>
  `(SELECT payment_id FROM ${REFERENCE} WHERE platform_id = $1 AND ${column} >= $${place} AND ${column} < $${place} || U&'\\+10FFFF'
    ORDER BY ${column} LIMIT ${MOST_IDS})`;

const IDS = [
  selectByPrefix('payment_id', 3),
  selectByPrefix('transaction_id', 2),
  selectByPrefix('end_to_end_id', 2),
].join(' UNION ');

/** Returns payments whose own id, transaction id or end-to-end id starts with the text. */
const paymentsNamed = async (
  reader: Queryable,
  platformId: string,
  id: string | undefined,
): Promise<readonly string[]> => {
  if (id === undefined) return [];
  const values = [platformId, id, id.toLowerCase()];
  const rows = await rowsOf<{ payment_id: string }>(reader, IDS, values);
  return rows.map(({ payment_id: paymentId }) => paymentId);
};

const tokenList = (tokens: readonly Token[]): string => `{${tokens.join()}}`;

interface Newest {
  readonly rows: readonly SaleRow[];
  /** True when there are no further sales. */
  readonly isAll: boolean;
  /** Days of the latest and the earliest sale checked; null when there was none. */
  readonly latest: Day | null;
  readonly earliest: Day | null;
}

/** Checks the newest sales one by one: for a very common word this is faster than any index. */
const amongNewest = async (
  reader: Queryable,
  asked: Asked,
  { tokens, newest }: { readonly tokens: readonly Token[]; readonly newest: number },
): Promise<Newest> => {
  const { filter, order, limit } = asked;
  const checked = filter(rowsIn(saleTable)).select('payment_id', 'requested_at');
  const text = `WITH newest AS MATERIALIZED ?,
    found AS (
      SELECT newest.payment_id FROM newest, LATERAL (
        SELECT FROM search.entry AS entry
        WHERE entry.record = newest.payment_id AND ${TOKENS} @> ?::bigint[] OFFSET 0) AS hit
      ORDER BY ${NEWEST_FIRST} LIMIT ?)
    SELECT looked.*, ${COLUMNS}
    FROM (SELECT count(*) AS looked, (max(requested_at) AT TIME ZONE 'UTC')::date AS latest,
        (min(requested_at) AT TIME ZONE 'UTC')::date AS earliest FROM newest) AS looked
      LEFT JOIN (found JOIN ${SALE} AS sale USING (payment_id)) ON true
    ORDER BY ${NEWEST_FIRST}`;
  const found = await fetchRows<SaleRow & Omit<Newest, 'rows' | 'isAll'> & { looked: number }>(
    reader,
    sql.raw(text, [checked.orderBy(order).limit(newest), tokenList(tokens), limit]),
  );
  const [first] = found;
  if (first === undefined) throw new Error('Postgres counted nothing');
  const { looked, latest, earliest } = first;
  const rows = found.filter(({ paymentId }) => paymentId !== null);
  return { rows, isAll: looked < newest, latest, earliest };
};

/** Each step covers this many times the days of the one before. */
const FARTHER = 8;
/** Beyond this many days, the remaining matches are few enough to be fetched at once. */
const MOST_DAYS = 256;

/**
 * Yields growing ranges of days that end with the latest. A step is taken only if the one before found less than a page, so it
 * finds at most a few times as much: sorting stays cheap however common a word is.
 */
function* looksBack({ latest, earliest }: Newest): Generator<readonly Day[]> {
  if (latest === null || earliest === null) return;
  const seen = 1 + Math.round((Date.parse(latest) - Date.parse(earliest)) / DAY_MS);
  for (let days = seen * FARTHER; days <= MOST_DAYS; days *= FARTHER) {
    yield Array.from({ length: days }, (_, back) => addDays(latest, -back));
  }
}

/** Returns the payments that match every term that is an id prefix, and the terms that match no id. */
const namedBy = async (reader: Queryable, platformId: string, { terms }: PreparedSearch) => {
  const lists = await Promise.all(terms.map(({ id }) => paymentsNamed(reader, platformId, id)));
  const [first = [], ...more] = lists.filter((list) => list.length > 0);
  return {
    ids: first.filter((id) => more.every((list) => list.includes(id))),
    others: terms.filter((_, index) => lists[index]?.length === 0),
  };
};

const tokensOf = (terms: PreparedSearch['terms']): readonly Token[] =>
  terms.flatMap(({ tokens }) => tokens);

/** A term without tokens can be found only as an id. */
const areInIndex = (terms: PreparedSearch['terms']): boolean =>
  terms.every(({ tokens }) => tokens.length > 0);

interface Look {
  readonly search: PreparedSearch;
  readonly named: Awaited<ReturnType<typeof namedBy>>;
  /** Restricts to these days; empty = all. */
  readonly days: readonly Day[];
}

/** Returns the queries for matching records. */
const hitsOf = ({ search, named: { ids, others }, days }: Look): readonly Query[] => {
  const entries = () => sql.from('search.entry AS entry').select('record');
  const requireTerms = (query: Query, terms: PreparedSearch['terms']): Query => {
    const tokens = [...tokensOf(terms), ...search.scope];
    void query.whereRaw(`${TOKENS} @> ?::bigint[]`, tokenList(tokens));
    if (days.length === 0) return query;
    return query.whereRaw(`${TOKENS} && ?::bigint[]`, tokenList(search.onDays(days)));
  };
  const byWords = areInIndex(search.terms) ? [requireTerms(entries(), search.terms)] : [];
  if (ids.length === 0) return byWords;
  const named = sql
    .select('record')
    .from(sql.raw('unnest(?::text[]) AS named(record)', [[...ids]]));
  if (others.length === 0) return [...byWords, named];
  if (!areInIndex(others)) return byWords;
  return [
    ...byWords,
    requireTerms(named.joinRaw('JOIN search.entry AS entry USING (record)'), others),
  ];
};

/** Returns the matching sales, found through the index. */
const amongHits = async (
  reader: Queryable,
  { filter, order, limit }: Asked,
  look: Look,
): Promise<readonly SaleRow[]> => {
  const [first, ...more] = hitsOf(look);
  if (first === undefined) return [];
  const query = sql
    .withMaterialized('hit', first.union(more))
    .select(sql.raw(COLUMNS))
    .from(sql.raw(`hit JOIN ${SALE} AS sale ON sale.payment_id = hit.record`));
  return fetchRows<SaleRow>(reader, filter(query).orderBy(order).limit(limit));
};

/**
 * Returns sales within the filters that match every term, newest first.
 * @param newest number of sales checked one by one first (default 300)
 * @throws InvalidCursor
 */
export const findSales = async (
  reader: Queryable,
  filters: SalesFilters,
  search: PreparedSearch,
  paging: Paging,
  { newest = NEWEST }: { readonly newest?: number } = {},
): Promise<Page<SaleRow>> => {
  if (search.terms.length === 0) return { items: [], nextCursor: null };
  const { platformId } = filters;
  const named = await namedBy(reader, platformId, search);
  const listing = {
    filter: filterOf(filters),
    filters: { ...filters, search: search.digest },
    sort: newestFirst,
    paging,
  };
  return pageBy<SaleRow>(listing, async (asked) => {
    const look = (days: readonly Day[]) => amongHits(reader, asked, { search, named, days });
    if (!search.isOfWords || named.ids.length > 0) return look([]);
    const first = await amongNewest(reader, asked, { tokens: tokensOf(search.terms), newest });
    if (first.isAll || first.rows.length === asked.limit) return first.rows;
    for (const days of looksBack(first)) {
      const rows = await look(days);
      if (rows.length === asked.limit) return rows;
    }
    return look([]);
  });
};

/** Whether every recorded sale can be found; false while some are still being indexed. */
export const isSearchComplete = async (reader: Queryable): Promise<boolean> => {
  const text = 'SELECT is_complete AND version = $1 AS complete FROM search.progress';
  const [row] = await rowsOf<{ complete: boolean }>(reader, text, [SEARCH_VERSION]);
  return row?.complete === true;
};
