import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { equal, rowsOf, select, type Queryable } from './engine/define/query.ts';
import { viewOf } from './engine/define/table-sql.ts';
import { boolean, integer, json, keyed, text, time, type RowOf } from './engine/define/table.ts';

/** One row per manager; their e-mail is encrypted. */
export const managerTable = keyed({
  name: 'manager',
  columns: {
    managerId: text,
    platformId: text,
    /** The person: the id of their e-mail in the vault. */
    subject: text,
    contact: json<Encrypted>(),
    isBlocked: boolean,
    changedAt: time,
    /** The actor of the last change. */
    changedBy: text,
    revision: integer,
  },
  key: ['managerId'],
  indexes: [
    { columns: ['platformId', 'isBlocked', 'changedAt', 'managerId'] },
    { columns: ['platformId', 'subject'] },
  ],
});

const tables = { manager: managerTable };

export type ManagerRow = RowOf<typeof managerTable>;

const putActive = (
  event: ProjectedNamed<'ManagerCreated' | 'ManagerRevised'>,
  rows: RowsOf<typeof tables>,
): void => {
  const { aggregateId: managerId, revision, data, meta } = event;
  const { contact, platformId } = data.details;
  rows.manager.put({
    managerId,
    platformId,
    subject: contact.subject,
    contact,
    isBlocked: false,
    changedAt: data.at,
    changedBy: meta.actor,
    revision,
  });
};

export const managerList = defineProjection({
  name: 'managers',
  version: 1,
  tables,
  keys: ({ type, aggregateId }, { manager }) =>
    type === 'ManagerCreated' ? manager.creates(aggregateId) : manager.reads(aggregateId),
  on: {
    ManagerCreated: putActive,
    ManagerRevised: putActive,
    ManagerArchived: (
      { aggregateId: managerId, revision, data: { at: changedAt }, meta },
      rows,
    ) => {
      const row = rows.manager.get(managerId);
      if (row === undefined)
        throw new Error(`manager ${managerId} is archived before it was created`);
      const { actor: changedBy } = meta;
      rows.manager.put({ ...row, isBlocked: true, changedAt, changedBy, revision });
    },
  },
});

export const managersOf = async (
  reader: Queryable,
  platformId: string,
  subject: string,
): Promise<readonly string[]> => {
  const rows = await rowsOf<{ readonly managerId: string }>(
    reader,
    `SELECT manager_id AS "managerId" FROM ${viewOf(managerTable)} WHERE platform_id = $1 AND subject = $2`,
    [platformId, subject],
  );
  return rows.map(({ managerId }) => managerId);
};

/** The last changed first. @throws InvalidCursor */
export const listManagers = (
  reader: Queryable,
  filters: { readonly platformId: string; readonly isBlocked: boolean },
  paging: Paging,
): Promise<Page<ManagerRow>> =>
  pageOf<ManagerRow>(reader, {
    rows: select(managerTable),
    filter: equal({ platform_id: filters.platformId, is_blocked: String(filters.isBlocked) }),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['changed_at', 'manager_id'],
      direction: 'descending',
      keyOf: ({ changedAt, managerId }) => [changedAt, managerId],
    },
  });
