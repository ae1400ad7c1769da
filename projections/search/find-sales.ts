import { addDays, type Day } from '#/domain/time.ts';
import { entryTokens, type Token } from '#/ledger/vault/search-entries.ts';
import {
  pageBy,
  rowsOf,
  type Asked,
  type Conditions,
  type Page,
  type Paging,
  type Reader,
} from '#/projections/engine/define/page.ts';
import { providerReferenceTable } from '#/projections/provider-reference.ts';
import { matching, newestFirst, type SalesFilters } from '#/projections/sales-queries.ts';
import { saleTable, type SaleRow } from '#/projections/sales.ts';
import { selection, viewOf } from '#/projections/engine/define/table-sql.ts';
import { SEARCH_VERSION } from './indexer.ts';
import type { PreparedSearch } from './prepared.ts';

const SALE = viewOf(saleTable);
const REFERENCE = viewOf(providerReferenceTable);
const COLUMNS = selection(saleTable, 'sale');
const TOKENS = entryTokens('entry');

/** How many ids one beginning may stand for. */
const MOST_IDS = 100;
/** So many of the newest sales are looked at one by one before the index is asked. */
const NEWEST = 300;

const DAY_MS = 86_400_000;

/** Of the table that has no other index by which the platform's could be gone through. */
const beginning = (column: string, place: number): string =>
  `(SELECT payment_id FROM ${REFERENCE} WHERE platform_id = $1 AND ${column} >= $${place} AND ${column} < $${place} || U&'\\+10FFFF'
    ORDER BY ${column} LIMIT ${MOST_IDS})`;

const IDS = [
  beginning('payment_id', 3),
  beginning('transaction_id', 2),
  beginning('end_to_end_id', 2),
].join(' UNION ');

/** Payments whose own id, transaction or end-to-end id begins so. */
const paymentsNamed = async (
  reader: Reader,
  platformId: string,
  id: string | undefined,
): Promise<readonly string[]> => {
  if (id === undefined) return [];
  const values = [platformId, id, id.toLowerCase()];
  const rows = await rowsOf<{ payment_id: string }>(reader, IDS, values);
  return rows.map(({ payment_id: paymentId }) => paymentId);
};

const listed = (tokens: readonly Token[]): string => `{${tokens.join()}}`;

interface Newest {
  readonly rows: readonly SaleRow[];
  /** There are no others. */
  readonly isAll: boolean;
  /** The days of the latest and the earliest that were looked at; null when there was none. */
  readonly latest: Day | null;
  readonly earliest: Day | null;
}

/** A very common word is found among the newest sales, looked at one by one, sooner than by any index. */
const amongNewest = async (
  reader: Reader,
  asked: Asked,
  { tokens, newest }: { readonly tokens: readonly Token[]; readonly newest: number },
): Promise<Newest> => {
  const { orderBy, limit } = asked;
  const conditions = asked.conditions.copy();
  const { where } = conditions;
  const wanted = `${conditions.bind(listed(tokens))}::bigint[]`;
  const text = `WITH newest AS MATERIALIZED (
      SELECT payment_id, requested_at FROM ${SALE}${where} ORDER BY ${orderBy} LIMIT ${newest}),
    found AS (
      SELECT newest.payment_id FROM newest, LATERAL (
        SELECT FROM search.entry AS entry
        WHERE entry.record = newest.payment_id AND ${TOKENS} @> ${wanted} OFFSET 0) AS hit
      ORDER BY ${orderBy} LIMIT ${conditions.bind(limit)})
    SELECT looked.*, ${COLUMNS}
    FROM (SELECT count(*) AS looked, (max(requested_at) AT TIME ZONE 'UTC')::date AS latest,
        (min(requested_at) AT TIME ZONE 'UTC')::date AS earliest FROM newest) AS looked
      LEFT JOIN (found JOIN ${SALE} AS sale USING (payment_id)) ON true
    ORDER BY ${orderBy}`;
  const found = await rowsOf<SaleRow & Omit<Newest, 'rows' | 'isAll'> & { looked: number }>(
    reader,
    text,
    conditions.values,
  );
  const [first] = found;
  if (first === undefined) throw new Error('Postgres counted nothing');
  const { looked, latest, earliest } = first;
  const rows = found.filter(({ paymentId }) => paymentId !== null);
  return { rows, isAll: looked < newest, latest, earliest };
};

/** Each look goes so many times as far back as the one before. */
const FARTHER = 8;
/** Beyond, all that match are no more than a few looks found. */
const MOST_DAYS = 256;

/**
 * Days that end with the latest, more at each look: where a look found less than a page, the next finds no more than a few
 * times as much, so sorting what was found stays cheap however common a word is.
 */
function* looksBack({ latest, earliest }: Newest): Generator<readonly Day[]> {
  if (latest === null || earliest === null) return;
  const seen = 1 + Math.round((Date.parse(latest) - Date.parse(earliest)) / DAY_MS);
  for (let days = seen * FARTHER; days <= MOST_DAYS; days *= FARTHER) {
    yield Array.from({ length: days }, (_, back) => addDays(latest, -back));
  }
}

/** Payments that every term which begins an id is of, and the terms that begin none. */
const namedBy = async (reader: Reader, platformId: string, { terms }: PreparedSearch) => {
  const lists = await Promise.all(terms.map(({ id }) => paymentsNamed(reader, platformId, id)));
  const [first = [], ...more] = lists.filter((list) => list.length > 0);
  return {
    ids: first.filter((id) => more.every((list) => list.includes(id))),
    others: terms.filter((_, index) => lists[index]?.length === 0),
  };
};

const tokensOf = (terms: PreparedSearch['terms']): readonly Token[] =>
  terms.flatMap(({ tokens }) => tokens);

/** One that has no tokens is found by its id or not at all. */
const areInIndex = (terms: PreparedSearch['terms']): boolean =>
  terms.every(({ tokens }) => tokens.length > 0);

interface Look {
  readonly search: PreparedSearch;
  readonly named: Awaited<ReturnType<typeof namedBy>>;
  /** Only of these; empty for all. */
  readonly days: readonly Day[];
}

/** Queries for the records that match. */
const hitsOf = (
  conditions: Conditions,
  { search, named: { ids, others }, days }: Look,
): readonly string[] => {
  const bound = (tokens: readonly Token[]) => `${conditions.bind(listed(tokens))}::bigint[]`;
  const have = (terms: PreparedSearch['terms']): string => {
    const all = `${TOKENS} @> ${bound([...tokensOf(terms), ...search.scope])}`;
    return days.length === 0 ? all : `${all} AND ${TOKENS} && ${bound(search.onDays(days))}`;
  };
  const byWords = areInIndex(search.terms)
    ? [`SELECT record FROM search.entry AS entry WHERE ${have(search.terms)}`]
    : [];
  if (ids.length === 0) return byWords;
  const named = `SELECT record FROM unnest(${conditions.bind(ids)}::text[]) AS named(record)`;
  if (others.length === 0) return [...byWords, named];
  if (!areInIndex(others)) return byWords;
  return [...byWords, `${named} JOIN search.entry AS entry USING (record) WHERE ${have(others)}`];
};

/** Those of the records that match, found by the index. */
const amongHits = async (reader: Reader, asked: Asked, look: Look): Promise<readonly SaleRow[]> => {
  const conditions = asked.conditions.copy();
  const { where } = conditions;
  const hits = hitsOf(conditions, look);
  if (hits.length === 0) return [];
  const text = `WITH hit AS MATERIALIZED (${hits.join(' UNION ')})
    SELECT ${COLUMNS} FROM hit JOIN ${SALE} AS sale ON sale.payment_id = hit.record
    ${where} ORDER BY ${asked.orderBy} LIMIT ${conditions.bind(asked.limit)}`;
  return rowsOf<SaleRow>(reader, text, conditions.values);
};

/**
 * Newest first: sales within the filters that have all that is looked for.
 * @param newest so many are looked at one by one at first (default 300)
 * @throws InvalidCursor
 */
export const findSales = async (
  reader: Reader,
  filters: SalesFilters,
  search: PreparedSearch,
  paging: Paging,
  { newest = NEWEST }: { readonly newest?: number } = {},
): Promise<Page<SaleRow>> => {
  if (search.terms.length === 0) return { items: [], nextCursor: null };
  const { platformId } = filters;
  const named = await namedBy(reader, platformId, search);
  const listing = {
    conditions: matching(filters),
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

/** Whether every sale on record can be found, or some are still being read in. */
export const isSearchComplete = async (reader: Reader): Promise<boolean> => {
  const text = 'SELECT is_complete AND version = $1 AS complete FROM search.progress';
  const [row] = await rowsOf<{ complete: boolean }>(reader, text, [SEARCH_VERSION]);
  return row?.complete === true;
};
