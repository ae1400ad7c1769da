import { addDays, type Day } from '#/domain/values/time.ts';
import { sql } from '#/ledger/database/sql.ts';
import type { Token } from '#/ledger/vault/search-entries.ts';
import { entryTokens } from '#/ledger/vault/postgres/search-entries.ts';
import {
  readKeysetPage,
  type Page,
  type PageQuery,
  type Paging,
} from '#/projections/engine/define/page.ts';
import {
  fetchRows,
  rowsIn,
  rowsOf,
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
const ORDER = newestFirst.columns.map((column) => `${column} DESC`).join(', ');

/** Most ids that one prefix may match. */
const MOST_IDS = 100;
/** Number of the newest sales that are scanned one by one before the index is used. */
const SCAN_COUNT = 300;

const DAY_MS = 86_400_000;

/** Does not query the table of sales: there Postgres might scan the index on the platform instead of that on the id. */
const selectByPrefix = (column: string, place: number): string =>
  `(SELECT payment_id FROM ${REFERENCE} WHERE platform_id = $1 AND ${column} >= $${place} AND ${column} < $${place} || U&'\\+10FFFF'
    ORDER BY ${column} LIMIT ${MOST_IDS})`;

const IDS = [
  selectByPrefix('payment_id', 3),
  selectByPrefix('transaction_id', 2),
  selectByPrefix('end_to_end_id', 2),
].join(' UNION ');

const findPaymentsByIdPrefix = async (
  reader: Queryable,
  platformId: string,
  id: string | undefined,
): Promise<readonly string[]> => {
  if (id === undefined) return [];
  const values = [platformId, id, id.toLowerCase()];
  const rows = await rowsOf<{ payment_id: string }>(reader, IDS, values);
  return rows.map(({ payment_id: paymentId }) => paymentId);
};

const printTokens = (tokens: readonly Token[]): string => `{${tokens.join()}}`;

interface ScanResult {
  readonly rows: readonly SaleRow[];
  /** True if the scan covered every sale within the filters. */
  readonly coversAllSales: boolean;
  /** Days of the latest and the earliest sale scanned; null if there was none. */
  readonly latest: Day | null;
  readonly earliest: Day | null;
}

/** A very common word probably occurs in the newest sales. MATERIALIZED and OFFSET 0 make Postgres scan these sales alone. */
const scanNewest = async (
  reader: Queryable,
  query: PageQuery,
  { tokens, scanCount }: { readonly tokens: readonly Token[]; readonly scanCount: number },
): Promise<ScanResult> => {
  const { filter, order, limit } = query;
  const candidates = filter(rowsIn(saleTable)).select('payment_id', 'requested_at');
  const text = `WITH candidate AS MATERIALIZED ?,
    found AS (
      SELECT candidate.payment_id FROM candidate, LATERAL (
        SELECT FROM search.entry AS entry
        WHERE entry.record = candidate.payment_id AND ${TOKENS} @> ?::bigint[] OFFSET 0) AS hit
      ORDER BY ${ORDER} LIMIT ?)
    SELECT scanned.*, ${COLUMNS}
    FROM (SELECT count(*) AS "scannedCount", (max(requested_at) AT TIME ZONE 'UTC')::date AS latest,
        (min(requested_at) AT TIME ZONE 'UTC')::date AS earliest FROM candidate) AS scanned
      LEFT JOIN (found JOIN ${SALE} AS sale USING (payment_id)) ON true
    ORDER BY ${ORDER}`;
  type Scanned = SaleRow & Pick<ScanResult, 'latest' | 'earliest'> & { scannedCount: number };
  const scanned = await fetchRows<Scanned>(
    reader,
    sql.raw(text, [candidates.orderBy(order).limit(scanCount), printTokens(tokens), limit]),
  );
  const [first] = scanned;
  if (first === undefined) throw new Error('The count query returned no row');
  const { scannedCount, latest, earliest } = first;
  // Without a match, the LEFT JOIN yields one row whose sale is empty.
  const rows = scanned.filter(({ paymentId }) => paymentId !== null);
  return { rows, coversAllSales: scannedCount < scanCount, latest, earliest };
};

/** Each range covers this many times the days of the one before. */
const RANGE_GROWTH = 8;
/** Longest range of days; after that, the matches of all days are fetched at once. */
const MAX_STEP_DAYS = 256;

/** A common word is found in a short range of days, so that few matches must be sorted. */
function* rangesBackward({ latest, earliest }: ScanResult): Generator<readonly Day[]> {
  if (latest === null || earliest === null) return;
  const scannedDays = 1 + Math.round((Date.parse(latest) - Date.parse(earliest)) / DAY_MS);
  for (let days = scannedDays * RANGE_GROWTH; days <= MAX_STEP_DAYS; days *= RANGE_GROWTH) {
    yield Array.from({ length: days }, (_, back) => addDays(latest, -back));
  }
}

/** Returns the payments that match every term that is an id prefix, and the terms that match no id. */
const findByIds = async (reader: Queryable, platformId: string, { terms }: PreparedSearch) => {
  const lists = await Promise.all(
    terms.map(({ id }) => findPaymentsByIdPrefix(reader, platformId, id)),
  );
  const [first = [], ...others] = lists.filter((list) => list.length > 0);
  return {
    ids: first.filter((id) => others.every((list) => list.includes(id))),
    others: terms.filter((_, index) => lists[index]?.length === 0),
  };
};

const tokensOf = (terms: PreparedSearch['terms']): readonly Token[] =>
  terms.flatMap(({ tokens }) => tokens);

/** A term without tokens can be found only as an id. */
const areInIndex = (terms: PreparedSearch['terms']): boolean =>
  terms.every(({ tokens }) => tokens.length > 0);

interface IndexQuery {
  readonly search: PreparedSearch;
  readonly named: Awaited<ReturnType<typeof findByIds>>;
  /** Restricts to these days; empty = all. */
  readonly days: readonly Day[];
}

const recordQueries = ({ search, named: { ids, others }, days }: IndexQuery): readonly Query[] => {
  const entries = () => sql.from('search.entry AS entry').select('record');
  const requireTerms = (query: Query, terms: PreparedSearch['terms']): Query => {
    const tokens = [...tokensOf(terms), ...search.scope];
    void query.whereRaw(`${TOKENS} @> ?::bigint[]`, printTokens(tokens));
    if (days.length === 0) return query;
    return query.whereRaw(`${TOKENS} && ?::bigint[]`, printTokens(search.onDays(days)));
  };
  const byWords = areInIndex(search.terms) ? [requireTerms(entries(), search.terms)] : [];
  if (ids.length === 0) return byWords;
  const byIds = sql
    .select('record')
    .from(sql.raw('unnest(?::text[]) AS named(record)', [[...ids]]));
  if (others.length === 0) return [...byWords, byIds];
  if (!areInIndex(others)) return byWords;
  return [
    ...byWords,
    requireTerms(byIds.joinRaw('JOIN search.entry AS entry USING (record)'), others),
  ];
};

const findByIndex = async (
  reader: Queryable,
  { filter, order, limit }: PageQuery,
  indexQuery: IndexQuery,
): Promise<readonly SaleRow[]> => {
  const [first, ...more] = recordQueries(indexQuery);
  if (first === undefined) return [];
  // Materialised, because Postgres might otherwise read sales in their order, and test each of them.
  const query = sql
    .withMaterialized('hit', first.union(more))
    .select(sql.raw(COLUMNS))
    .from(sql.raw(`hit JOIN ${SALE} AS sale ON sale.payment_id = hit.record`));
  return fetchRows<SaleRow>(reader, filter(query).orderBy(order).limit(limit));
};

/**
 * Finds sales by search terms, newest first.
 * @param scanCount how many of the newest sales are compared one by one before the index is used (default 300)
 * @throws InvalidCursor
 */
export const findSales = async (
  reader: Queryable,
  filters: SalesFilters,
  search: PreparedSearch,
  paging: Paging,
  { scanCount = SCAN_COUNT }: { readonly scanCount?: number } = {},
): Promise<Page<SaleRow>> => {
  if (search.terms.length === 0) return { items: [], nextCursor: null };
  const { platformId } = filters;
  const named = await findByIds(reader, platformId, search);
  const listing = {
    filter: filterOf(filters),
    filters: { ...filters, search: search.digest },
    sort: newestFirst,
    paging,
  };
  return readKeysetPage<SaleRow>(listing, async (query) => {
    const findOn = (days: readonly Day[]) => findByIndex(reader, query, { search, named, days });
    if (!search.isOfWords || named.ids.length > 0) return findOn([]);
    const tokens = tokensOf(search.terms);
    const scan = await scanNewest(reader, query, { tokens, scanCount });
    if (scan.coversAllSales || scan.rows.length === query.limit) return scan.rows;
    for (const days of rangesBackward(scan)) {
      const rows = await findOn(days);
      if (rows.length === query.limit) return rows;
    }
    return findOn([]);
  });
};

/** Whether the index has caught up with the log at least once. It may lag again, so the newest sales may be missing. */
export const isSearchComplete = async (reader: Queryable): Promise<boolean> => {
  const text = 'SELECT is_complete AND version = $1 AS complete FROM search.progress';
  const [row] = await rowsOf<{ complete: boolean }>(reader, text, [SEARCH_VERSION]);
  return row?.complete === true;
};
