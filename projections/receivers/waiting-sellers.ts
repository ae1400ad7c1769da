import type { SellerWait } from '#/domain/seller/waits.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { sql } from '#/ledger/database/sql.ts';
import { destinationTable } from '#/projections/destinations.ts';
import {
  readKeysetPage,
  type Page,
  type PageQuery,
  type Paging,
} from '#/projections/engine/define/page.ts';
import {
  all,
  fetchRows,
  rowsIn,
  select,
  type Filter,
  type Query,
  type Queryable,
} from '#/projections/engine/define/query.ts';
import { viewOf } from '#/projections/engine/define/table-sql.ts';
import { receiverRegistrationTable, receiverTable } from './receivers.ts';
import {
  matchSearch,
  sellerTable,
  type SellerRow,
  type SellerSearch,
} from '#/projections/sellers.ts';
import { withdrawalTable } from '#/projections/withdrawals.ts';

/** A requested reset of a seller's second factor, which is in no read model. */
export interface AskedReset {
  readonly sellerId: string;
  readonly since: Timestamp;
}

/** Which waits of a platform the reader may see. */
export interface VisibleWaits {
  readonly platformId: string;
  readonly whats: readonly SellerWait[];
  /** The requested resets of sellers' second factors that wait for staff. */
  readonly resets: readonly AskedReset[];
}

export interface Waiting {
  readonly sellerId: string;
  readonly what: SellerWait;
  /** Of several of one kind, the oldest. */
  readonly since: Timestamp;
}

const waitColumns = {
  DOCUMENTS: [receiverTable, 'waiting_since'],
  DESTINATION: [destinationTable, 'waits_since'],
  WITHDRAWAL: [withdrawalTable, 'waits_for_approval_since'],
  REGISTRATION: [receiverRegistrationTable, 'waits_since'],
} as const;

const RESETS = `SELECT "sellerId" COLLATE "C" AS seller_id, since, 'FACTOR_RESET' AS what
  FROM json_to_recordset(?::json) AS reset("sellerId" text, since timestamptz)`;

interface Part {
  /** A query for one row per wait: `seller_id`, `since`, `what`. */
  readonly text: string;
  readonly value: string;
}

const partsOf = ({ platformId, whats, resets }: VisibleWaits): readonly Part[] =>
  whats.map((what) => {
    if (what === 'FACTOR_RESET') return { text: RESETS, value: JSON.stringify(resets) };
    const [table, since] = waitColumns[what];
    const from = `SELECT seller_id, ${since} AS since, '${what}' AS what FROM ${viewOf(table)}`;
    return { text: `${from} WHERE platform_id = ? AND ${since} IS NOT NULL`, value: platformId };
  });

const unionOf = (parts: readonly Part[]) => ({
  text: `(${parts.map(({ text }) => text).join(' UNION ALL ')})`,
  values: parts.map(({ value }) => value),
});

/** Each part is read by its own index, only as far as the page goes; one sort of all waits would take seconds. */
const mergeFirst = (parts: readonly Part[], { filter, order, limit }: PageQuery): Query => {
  const firstOf = ({ text, value }: Part): Query =>
    filter(sql.from(sql.raw(`(${text}) AS wait`, [value])).distinct('seller_id', 'since'))
      .orderBy(order)
      .limit(limit);
  return sql
    .from(sql.union(parts.map(firstOf), true).as('first'))
    .select(sql.raw('seller_id AS "sellerId", since'))
    .orderBy(order)
    .limit(limit);
};

/**
 * The longest wait first; each seller once, by the oldest of the waits that the reader may see.
 * @param search undefined = no text was typed
 * @throws InvalidCursor
 */
export const listWaiting = async (
  reader: Queryable,
  visible: VisibleWaits,
  search: SellerSearch | undefined,
  paging: Paging,
): Promise<Page<SellerRow>> => {
  const { platformId, whats } = visible;
  const parts = partsOf(visible);
  const { text, values } = unionOf(parts);
  const isOldest: Filter = (query) =>
    query.whereRaw(
      `since = (SELECT min(since) FROM ${text} AS own WHERE own.seller_id = wait.seller_id)`,
      values,
    );
  const isActiveSeller: Filter = (query) =>
    query.whereIn(
      'seller_id',
      rowsIn(sellerTable).select('seller_id').where({ platform_id: platformId, is_blocked: false }),
    );
  const { items, nextCursor } = await readKeysetPage<Pick<AskedReset, keyof AskedReset>>(
    {
      filter: all(isOldest, isActiveSeller, ...(search ? [matchSearch(search)] : [])),
      filters: { platformId, whats, search: search?.prepared.digest },
      paging,
      sort: {
        columns: ['since', 'seller_id'],
        direction: 'ascending',
        keyOf: ({ since, sellerId }) => [since, sellerId],
      },
    },
    (page) => fetchRows(reader, mergeFirst(parts, page)),
  );
  const ids = items.map(({ sellerId }) => sellerId);
  const sellers = await fetchRows<SellerRow>(reader, select(sellerTable).whereIn('seller_id', ids));
  const byId = new Map(sellers.map((row) => [row.sellerId, row]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), nextCursor };
};

/** What waits at these sellers, the oldest first. */
export const findWaits = async (
  reader: Queryable,
  visible: VisibleWaits,
  sellerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Waiting[]>> => {
  const { text, values } = unionOf(partsOf(visible));
  const rows = await fetchRows<Pick<Waiting, keyof Waiting>>(
    reader,
    sql
      .from(sql.raw(`${text} AS wait`, values))
      .select(sql.raw('seller_id AS "sellerId", what, min(since) AS since'))
      .whereIn('seller_id', sellerIds)
      .groupBy('seller_id', 'what')
      .orderBy(['since', 'what']),
  );
  return Map.groupBy(rows, ({ sellerId }) => sellerId);
};
