import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { Token } from '#/ledger/vault/search-entries.ts';
import { entryTokens } from '#/ledger/vault/postgres/search-entries.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import {
  all,
  countRows,
  equal,
  fetchRows,
  rowsIn,
  select,
  type Filter,
  type Queryable,
} from './engine/define/query.ts';
import { streamRows } from './engine/define/stream-rows.ts';
import { boolean, integer, json, keyed, text, time, type RowOf } from './engine/define/table.ts';
import { assignmentTable, type Portfolio } from './portfolios.ts';
import { sellerRecord, type PreparedSearch } from './search/prepared.ts';

/** One row per seller; name, document and e-mail are encrypted. */
export const sellerTable = keyed({
  name: 'seller',
  columns: {
    sellerId: text,
    platformId: text,
    identity: json<Encrypted>(),
    contact: json<Encrypted>(),
    pixEnabled: boolean,
    creditCardEnabled: boolean,
    billetEnabled: boolean,
    isBlocked: boolean,
    joinedAt: time,
    changedAt: time,
    /** The actor of the last change. */
    changedBy: text,
    revision: integer,
  },
  key: ['sellerId'],
  indexes: [{ columns: ['platformId', 'isBlocked', 'joinedAt', 'sellerId'] }],
});

const tables = { seller: sellerTable };

export type SellerRow = RowOf<typeof sellerTable>;

const putActive = (
  event: ProjectedNamed<'SellerCreated' | 'SellerRevised'>,
  rows: RowsOf<typeof tables>,
): void => {
  const { aggregateId: sellerId, revision, data, meta } = event;
  const { platformId, identity, contact, pixEnabled, creditCardEnabled, billetEnabled } =
    data.details;
  rows.seller.put({
    sellerId,
    platformId,
    identity,
    contact,
    pixEnabled,
    creditCardEnabled,
    billetEnabled,
    isBlocked: false,
    joinedAt: rows.seller.get(sellerId)?.joinedAt ?? data.at,
    changedAt: data.at,
    changedBy: meta.actor,
    revision,
  });
};

export const sellerList = defineProjection({
  name: 'sellers',
  version: 1,
  tables,
  keys: ({ type, aggregateId }, { seller }) =>
    type === 'SellerCreated' ? seller.creates(aggregateId) : seller.reads(aggregateId),
  on: {
    SellerCreated: putActive,
    SellerRevised: putActive,
    SellerArchived: ({ aggregateId: sellerId, revision, data: { at: changedAt }, meta }, rows) => {
      const row = rows.seller.get(sellerId);
      if (row === undefined)
        throw new Error(`seller ${sellerId} is archived before it was created`);
      const { actor: changedBy } = meta;
      rows.seller.put({
        ...row,
        isBlocked: true,
        changedAt,
        changedBy,
        revision,
      });
    },
  },
});

export const getSeller = async (
  reader: Queryable,
  sellerId: string,
): Promise<SellerRow | undefined> => {
  const rows = await fetchRows<SellerRow>(
    reader,
    select(sellerTable).where({ seller_id: sellerId }),
  );
  return rows[0];
};

export const listBlocked = async (
  reader: Queryable,
  sellerIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await fetchRows<SellerRow>(
    reader,
    select(sellerTable).whereIn('seller_id', sellerIds).where({ is_blocked: true }),
  );
  return new Set(rows.map(({ sellerId }) => sellerId));
};

const TOKENS = entryTokens('entry');

/** `id`: the typed text itself, if it may be a seller's id. */
export interface SellerSearch {
  readonly prepared: PreparedSearch;
  readonly id: string | undefined;
}

/** Restricts to sellers who match every term, or whose id equals the text. */
export const matchSearch = ({ prepared: { terms, scope }, id }: SellerSearch): Filter => {
  const tokens: readonly Token[] = [...terms.flatMap((term) => term.tokens), ...scope];
  const isInIndex = terms.length > 0 && terms.every((term) => term.tokens.length > 0);
  return (query) =>
    query.where((either) => {
      void either.where({ seller_id: id ?? '' });
      if (!isInIndex) return;
      void either.orWhereRaw(
        `seller_id IN (SELECT substr(record, ${sellerRecord('').length + 1}) FROM search.entry AS entry WHERE ${TOKENS} @> ?::bigint[])`,
        `{${tokens.join()}}`,
      );
    });
};

interface SellerFilters {
  readonly platformId: string;
  readonly isBlocked: boolean;
}

const lastJoinedFirst = {
  columns: ['joined_at', 'seller_id'],
  direction: 'descending',
  keyOf: ({ joinedAt, sellerId }: SellerRow) => [joinedAt, sellerId],
} as const;

/** The last joined first. @param search undefined = no text was typed @throws InvalidCursor */
export const listSellers = (
  reader: Queryable,
  { platformId, isBlocked }: SellerFilters,
  search: SellerSearch | undefined,
  paging: Paging,
): Promise<Page<SellerRow>> => {
  const ofList = equal({ platform_id: platformId, is_blocked: String(isBlocked) });
  return pageOf<SellerRow>(reader, {
    rows: select(sellerTable),
    filter: search ? all(ofList, matchSearch(search)) : ofList,
    filters: { platformId, isBlocked, search: search?.prepared.digest },
    paging,
    sort: lastJoinedFirst,
  });
};

/** The last joined first. @param search undefined = no text was typed @throws InvalidCursor */
export const listSellersOf = (
  reader: Queryable,
  { platformId, managerId }: Portfolio,
  search: PreparedSearch | undefined,
  paging: Paging,
): Promise<Page<SellerRow>> => {
  const assigned = rowsIn(assignmentTable)
    .select('seller_id')
    .where({ platform_id: platformId, manager_id: managerId });
  const ofPortfolio: Filter = (query) =>
    query.where({ platform_id: platformId }).whereIn('seller_id', assigned);
  return pageOf<SellerRow>(reader, {
    rows: select(sellerTable),
    filter: search
      ? all(ofPortfolio, matchSearch({ prepared: search, id: undefined }))
      : ofPortfolio,
    filters: { platformId, managerId, search: search?.digest },
    paging,
    sort: lastJoinedFirst,
  });
};

const ofPlatform = (platformId: string): Filter => equal({ platform_id: platformId });

export const countSellers = (reader: Queryable, platformId: string): Promise<number> =>
  countRows(reader, sellerTable, ofPlatform(platformId));

/** In bounded memory; blocked sellers come last. */
export const streamSellers = (
  reader: Queryable,
  platformId: string,
): AsyncIterable<readonly SellerRow[]> =>
  streamRows<SellerRow>(reader, sellerTable, {
    filter: ofPlatform(platformId),
    order: ['isBlocked', 'joinedAt', 'sellerId'],
  });
