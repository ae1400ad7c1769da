import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { equal, fetchRows, rowsOf, select, type Queryable } from './engine/define/query.ts';
import { viewOf } from './engine/define/table-sql.ts';
import { boolean, integer, keyed, text, time, type RowOf } from './engine/define/table.ts';
import { sellerTable } from './sellers.ts';
import { staffTable } from './staff.ts';

export const platformTable = keyed({
  name: 'platform',
  columns: {
    platformId: text,
    name: text,
    isBlocked: boolean,
    createdAt: time,
    changedAt: time,
    revision: integer,
  },
  key: ['platformId'],
  indexes: [{ columns: ['isBlocked', 'createdAt', 'platformId'] }],
});

const tables = { platform: platformTable };

export type PlatformRow = RowOf<typeof platformTable>;

/** Returns the platform's row with the number of its next revision. */
const nextRevisionOf = (rows: RowsOf<typeof tables>, platformId: string): PlatformRow => {
  const row = rows.platform.get(platformId);
  if (row === undefined) throw new Error(`platform ${platformId} changes before it was created`);
  return { ...row, revision: row.revision + 1 };
};

export const platforms = defineProjection({
  name: 'platforms',
  version: 1,
  tables,
  keys: ({ type, aggregateId }, { platform }) =>
    type === 'PlatformCreated' ? platform.creates(aggregateId) : platform.reads(aggregateId),
  on: {
    PlatformCreated: ({ aggregateId: platformId, data: { details, at } }, rows) => {
      const { name } = details;
      const created = { platformId, name, isBlocked: false, createdAt: at, changedAt: at };
      rows.platform.put({ ...created, revision: 0 });
    },
    PlatformRevised: ({ aggregateId, data: { details, at: changedAt } }, rows) => {
      const { name } = details;
      rows.platform.put({
        ...nextRevisionOf(rows, aggregateId),
        name,
        isBlocked: false,
        changedAt,
      });
    },
    PlatformArchived: ({ aggregateId, data: { at: changedAt } }, rows) =>
      rows.platform.put({ ...nextRevisionOf(rows, aggregateId), isBlocked: true, changedAt }),
  },
});

/** Newest first. @throws InvalidCursor */
export const listPlatforms = (
  reader: Queryable,
  filters: { readonly isBlocked: boolean },
  paging: Paging,
): Promise<Page<PlatformRow>> =>
  pageOf<PlatformRow>(reader, {
    rows: select(platformTable),
    filter: equal({ is_blocked: String(filters.isBlocked) }),
    filters,
    paging,
    sort: {
      columns: ['created_at', 'platform_id'],
      direction: 'descending',
      keyOf: ({ createdAt, platformId }) => [createdAt, platformId],
    },
  });

export const getPlatform = async (
  reader: Queryable,
  platformId: string,
): Promise<PlatformRow | undefined> => {
  const query = select(platformTable).where({ platform_id: platformId });
  return (await fetchRows<PlatformRow>(reader, query))[0];
};

/** Without blocked users. */
interface UserCounts {
  readonly sellers: number;
  readonly administrators: number;
}

export const countUsers = async (
  reader: Queryable,
  platformIds: readonly string[],
): Promise<ReadonlyMap<string, UserCounts>> => {
  const rows = await rowsOf<Pick<PlatformRow, 'platformId'> & Record<keyof UserCounts, number>>(
    reader,
    `SELECT id AS "platformId",
       (SELECT count(*) FROM ${viewOf(sellerTable)} WHERE platform_id = id AND NOT is_blocked) AS sellers,
       (SELECT count(*) FROM ${viewOf(staffTable)} WHERE platform_id = id AND NOT is_blocked AND role = 'ADMIN') AS administrators
     FROM unnest($1::text[]) AS id`,
    [platformIds],
  );
  return new Map(rows.map(({ platformId, ...counts }) => [platformId, counts]));
};

export const namesOf = async (
  reader: Queryable,
  platformIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await rowsOf<Pick<PlatformRow, 'platformId' | 'name'>>(
    reader,
    `SELECT platform_id AS "platformId", name FROM ${viewOf(platformTable)} WHERE platform_id = ANY($1)`,
    [platformIds],
  );
  return new Map(rows.map(({ platformId, name }) => [platformId, name]));
};
