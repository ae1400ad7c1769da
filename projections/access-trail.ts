import type {
  OpenedDataKind,
  PersonKind,
  SecondFactorChange,
  SignOutCause,
} from '#/domain/access/commands.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { Day } from '#/domain/values/time.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { columnsOf, type Accounts } from '#/ledger/vault/accounts.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import {
  all,
  equal,
  rowsOf,
  select,
  withinInstants,
  type Queryable,
} from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  integer,
  json,
  log,
  nullable,
  text,
  time,
  boolean,
  enumText,
  type RowOf,
} from './engine/define/table.ts';

export type AccessKind =
  | 'SIGNED_IN'
  | 'SIGN_IN_FAILED'
  | 'SIGN_IN_SUSPENDED'
  | 'SIGNED_OUT'
  | 'SECOND_FACTOR'
  | 'IMPERSONATION_BEGUN'
  | 'IMPERSONATION_ENDED'
  | 'DATA_OPENED';

/** SQL condition: the row is not about data that someone opened. */
const IS_OF_SESSIONS = `kind <> 'DATA_OPENED'`;

/** So many wrong passwords before a sign-in are more than mistakes in typing. */
const MANY_FAILURES = 3;

/** SQL condition: the row may be of a person without a right to be in (people.221). */
const IS_UNUSUAL = `(kind = 'SIGN_IN_SUSPENDED' OR NOT is_known_device OR failures >= ${MANY_FAILURES}
  OR cause IN ('BLOCKED', 'REVOKED') OR change IN ('RECOVERY_CODE_USED', 'RESET'))`;

/** One row for each recorded access; an impersonation has rows for both people. Quick repetitions have no row. */
export const accessTable = log({
  name: 'access',
  columns: {
    eventId: text,
    platformId: text,
    personKind: enumText<PersonKind>(),
    personId: text,
    kind: enumText<AccessKind>(),
    /** The network address, which is personal data; null when it could not be kept. */
    address: json<Encrypted | null>(),
    opened: nullable(enumText<OpenedDataKind>()),
    recordId: nullable(text),
    /** Number of wrong passwords before a sign-in, or before sign-in was suspended. */
    failures: nullable(integer),
    isKnownDevice: nullable(boolean),
    cause: nullable(enumText<SignOutCause>()),
    change: nullable(enumText<SecondFactorChange>()),
    /** The member of staff who acted for another person. An impersonation has `otherId` instead. */
    byStaffId: nullable(text),
    /** The other person of an impersonation. */
    otherId: nullable(text),
    /** When an impersonation must end at the latest. */
    until: nullable(time),
    /** Why staff acted for another person or signed in as a seller. */
    reason: nullable(text),
    at: time,
  },
  key: ['eventId'],
  indexes: [
    { columns: ['platformId', 'at', 'eventId'] },
    { columns: ['platformId', 'personId', 'at', 'eventId'] },
    { columns: ['platformId', 'kind', 'at', 'eventId'] },
    { columns: ['at', 'eventId'], where: IS_OF_SESSIONS },
    { columns: ['kind', 'at', 'eventId'], where: IS_OF_SESSIONS },
    { columns: ['personId', 'at', 'eventId'], where: IS_OF_SESSIONS },
    { columns: ['at', 'eventId'], where: IS_UNUSUAL },
  ],
});

const tables = { access: accessTable };

export type AccessRow = RowOf<typeof accessTable>;

type AccessEventType =
  | 'SignedIn'
  | 'SignInFailed'
  | 'SignInSuspended'
  | 'SignedOut'
  | 'SecondFactorChanged'
  | 'ImpersonationBegun'
  | 'ImpersonationEnded'
  | 'PersonalDataOpened';

const ADMIN = 'admin:';

/** Returns the id of the member of staff who acted for the person of the event. Null = the person acted, or the actor is not staff. */
const staffIn = ({ data, meta }: ProjectedNamed<AccessEventType>): string | null => {
  const id = meta.actor.startsWith(ADMIN) ? meta.actor.slice(ADMIN.length) : null;
  return data.kind === 'staff' && data.personId === id ? null : id;
};

const add = (
  event: ProjectedNamed<AccessEventType>,
  rows: RowsOf<typeof tables>,
  about: Pick<AccessRow, 'kind'> & Partial<AccessRow>,
): void => {
  const { platformId, kind: personKind, personId, address, at } = event.data;
  rows.access.append({
    eventId: event.id,
    platformId,
    personKind,
    personId,
    address,
    opened: null,
    recordId: null,
    failures: null,
    isKnownDevice: null,
    cause: null,
    change: null,
    byStaffId: staffIn(event),
    otherId: null,
    until: null,
    reason: event.meta.reason ?? null,
    at,
    ...about,
  });
};

const otherOf = ({ data }: ProjectedNamed<'ImpersonationBegun' | 'ImpersonationEnded'>) => ({
  otherId: data.kind === 'staff' ? data.sellerId : data.staffId,
  byStaffId: null,
});

export const accessTrail = defineProjection({
  name: 'access-trail',
  version: 5,
  tables,
  on: {
    SignedIn: (event, rows) => {
      const { failures, isKnownDevice } = event.data;
      add(event, rows, { kind: 'SIGNED_IN', failures, isKnownDevice });
    },
    SignInFailed: (event, rows) => add(event, rows, { kind: 'SIGN_IN_FAILED' }),
    SignInSuspended: (event, rows) =>
      add(event, rows, { kind: 'SIGN_IN_SUSPENDED', failures: event.data.failures }),
    SignedOut: (event, rows) => add(event, rows, { kind: 'SIGNED_OUT', cause: event.data.cause }),
    SecondFactorChanged: (event, rows) =>
      add(event, rows, { kind: 'SECOND_FACTOR', change: event.data.change }),
    ImpersonationBegun: (event, rows) => {
      const { until } = event.data;
      add(event, rows, { kind: 'IMPERSONATION_BEGUN', ...otherOf(event), until });
    },
    ImpersonationEnded: (event, rows) =>
      add(event, rows, { kind: 'IMPERSONATION_ENDED', ...otherOf(event) }),
    PersonalDataOpened: (event, rows) => {
      const { opened, recordId, impersonation } = event.data;
      const otherId = impersonation?.sellerId ?? null;
      add(event, rows, { kind: 'DATA_OPENED', opened, recordId, otherId });
    },
  },
});

export interface AccessFilters {
  readonly platformId: string;
  readonly personId?: string | undefined;
  readonly kind?: AccessKind | undefined;
  /** Brazilian days, both included. */
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

const ACCESS = `SELECT ${selection(accessTable)} FROM ${viewOf(accessTable)}`;

/** Newest first. @throws InvalidCursor */
export const listAccess = (
  reader: Queryable,
  filters: AccessFilters,
  paging: Paging,
): Promise<Page<AccessRow>> =>
  pageOf<AccessRow>(reader, {
    rows: select(accessTable),
    filter: all(
      equal({
        platform_id: filters.platformId,
        person_id: filters.personId,
        kind: filters.kind,
      }),
      withinInstants('at', filters),
    ),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['at', 'event_id'],
      direction: 'descending',
      keyOf: ({ at, eventId }) => [at, eventId],
    },
  });

interface SessionFilters extends Omit<AccessFilters, 'platformId' | 'kind'> {
  readonly platformId?: string | undefined;
  readonly kind?: AccessKind | 'UNUSUAL' | undefined;
}

/** Accesses that are not openings of data, newest first. @throws InvalidCursor */
export const listSessionLog = (
  reader: Queryable,
  filters: SessionFilters,
  paging: Paging,
): Promise<Page<AccessRow>> =>
  pageOf<AccessRow>(reader, {
    rows: select(accessTable).whereRaw(
      filters.kind === 'UNUSUAL' ? `${IS_OF_SESSIONS} AND ${IS_UNUSUAL}` : IS_OF_SESSIONS,
    ),
    filter: all(
      equal({
        platform_id: filters.platformId,
        person_id: filters.personId,
        kind: filters.kind === 'UNUSUAL' ? undefined : filters.kind,
      }),
      withinInstants('at', filters),
    ),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['at', 'event_id'],
      direction: 'descending',
      keyOf: ({ at, eventId }) => [at, eventId],
    },
  });

/** Oldest first. Searches and exports of many people's data name no record, so they are left out. */
export const openingsOf = (
  reader: Queryable,
  platformId: string,
  recordIds: readonly string[],
): Promise<readonly AccessRow[]> =>
  rowsOf<AccessRow>(
    reader,
    `${ACCESS} WHERE platform_id = $1 AND kind = 'DATA_OPENED' AND record_id = ANY($2) ORDER BY at, event_id`,
    [platformId, recordIds],
  );

/** The time of each person's last sign-in, by person id; people who never signed in are missing. */
export const listLastSignIns = async (
  reader: Queryable,
  kind: PersonKind,
  people: readonly { readonly platformId: string; readonly personId: string }[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await rowsOf<Pick<AccessRow, 'personId' | 'at'>>(
    reader,
    `SELECT wanted.id AS "personId", ${instantText('access.at')} AS at
     FROM unnest($1::text[], $2::text[]) AS wanted (platform, id) CROSS JOIN LATERAL (
       SELECT at FROM ${viewOf(accessTable)} WHERE platform_id = wanted.platform AND person_id = wanted.id AND kind = 'SIGNED_IN'
         AND person_kind = $3 ORDER BY at DESC, event_id DESC LIMIT 1) AS access`,
    [people.map(({ platformId }) => platformId), people.map(({ personId }) => personId), kind],
  );
  return new Map(rows.map(({ personId, at }) => [personId, at]));
};

/** Oldest first. */
export const listAccessesBy = (
  reader: Queryable,
  platformId: string,
  accounts: Accounts,
): Promise<readonly AccessRow[]> =>
  rowsOf<AccessRow>(
    reader,
    `${ACCESS} WHERE platform_id = $1
       AND (person_kind, person_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))
     ORDER BY at, event_id`,
    [platformId, ...columnsOf(accounts)],
  );
