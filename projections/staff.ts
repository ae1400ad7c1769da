import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import type { StaffDetails } from '#/domain/staff/staff.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { all, equal, rowsOf, select, type Queryable } from './engine/define/query.ts';
import { viewOf } from './engine/define/table-sql.ts';
import {
  boolean,
  enumText,
  integer,
  json,
  keyed,
  text,
  time,
  type RowOf,
} from './engine/define/table.ts';

/** One row per member of staff, with what they may do; their e-mail is encrypted. */
export const staffTable = keyed({
  name: 'staff',
  columns: {
    staffId: text,
    platformId: text,
    /** The person: the id of their e-mail in the vault. */
    subject: text,
    contact: json<Encrypted>(),
    role: enumText<StaffDetails['role']>(),
    permissions: json<readonly PermissionFlag[]>(),
    isBlocked: boolean,
    changedAt: time,
    /** The actor of the last change. */
    changedBy: text,
    revision: integer,
  },
  key: ['staffId'],
  indexes: [
    { columns: ['platformId', 'isBlocked', 'changedAt', 'staffId'] },
    { columns: ['platformId', 'subject'] },
    { columns: ['isBlocked', 'changedAt', 'staffId'], where: `role = 'ADMIN'` },
  ],
});

const tables = { staff: staffTable };

export type StaffRow = RowOf<typeof staffTable>;

const putActive = (
  event: ProjectedNamed<'StaffCreated' | 'StaffRevised'>,
  rows: RowsOf<typeof tables>,
): void => {
  const { aggregateId: staffId, revision, data, meta } = event;
  const { contact, platformId, role, permissions } = data.details;
  rows.staff.put({
    staffId,
    platformId,
    subject: contact.subject,
    contact,
    role,
    permissions,
    isBlocked: false,
    changedAt: data.at,
    changedBy: meta.actor,
    revision,
  });
};

export const staffList = defineProjection({
  name: 'staff',
  version: 2,
  tables,
  keys: ({ type, aggregateId }, { staff }) =>
    type === 'StaffCreated' ? staff.creates(aggregateId) : staff.reads(aggregateId),
  on: {
    StaffCreated: putActive,
    StaffRevised: putActive,
    StaffArchived: ({ aggregateId: staffId, revision, data: { at: changedAt }, meta }, rows) => {
      const row = rows.staff.get(staffId);
      if (row === undefined) throw new Error(`staff ${staffId} is archived before it was created`);
      const { actor: changedBy } = meta;
      rows.staff.put({ ...row, isBlocked: true, changedAt, changedBy, revision });
    },
  },
});

export const staffOf = async (
  reader: Queryable,
  platformId: string,
  subject: string,
): Promise<readonly string[]> => {
  const rows = await rowsOf<{ readonly staffId: string }>(
    reader,
    `SELECT staff_id AS "staffId" FROM ${viewOf(staffTable)} WHERE platform_id = $1 AND subject = $2`,
    [platformId, subject],
  );
  return rows.map(({ staffId }) => staffId);
};

/** The last changed first. @throws InvalidCursor */
export const listStaff = (
  reader: Queryable,
  filters: { readonly platformId: string; readonly isBlocked: boolean },
  paging: Paging,
): Promise<Page<StaffRow>> =>
  pageOf<StaffRow>(reader, {
    rows: select(staffTable),
    filter: equal({ platform_id: filters.platformId, is_blocked: String(filters.isBlocked) }),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['changed_at', 'staff_id'],
      direction: 'descending',
      keyOf: ({ changedAt, staffId }) => [changedAt, staffId],
    },
  });

export interface AdministratorFilters {
  readonly isBlocked: boolean;
  readonly platformId?: string | undefined;
  /** Only these administrators; undefined = all. */
  readonly staffIds?: readonly string[] | undefined;
}

/** Of all platforms, or of one, the last changed first. @throws InvalidCursor */
export const listAdministrators = (
  reader: Queryable,
  { isBlocked, platformId, staffIds }: AdministratorFilters,
  paging: Paging,
): Promise<Page<StaffRow>> =>
  pageOf<StaffRow>(reader, {
    rows: select(staffTable),
    filter: all(
      equal({ role: 'ADMIN', is_blocked: String(isBlocked), platform_id: platformId }),
      (query) => (staffIds === undefined ? query : query.whereIn('staff_id', [...staffIds])),
    ),
    filters: { isBlocked, platformId, isFound: staffIds !== undefined },
    paging,
    sort: {
      columns: ['changed_at', 'staff_id'],
      direction: 'descending',
      keyOf: ({ changedAt, staffId }) => [changedAt, staffId],
    },
  });

export const administratorsOf = async (
  reader: Queryable,
  platformId: string,
): Promise<readonly string[]> => {
  const rows = await rowsOf<{ readonly staffId: string }>(
    reader,
    `SELECT staff_id AS "staffId" FROM ${viewOf(staffTable)} WHERE platform_id = $1 AND role = 'ADMIN' AND NOT is_blocked`,
    [platformId],
  );
  return rows.map(({ staffId }) => staffId);
};
