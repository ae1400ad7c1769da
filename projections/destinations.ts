import type { DestinationStatus, DeclaredDestination } from '#/domain/destination/decider.ts';
import type { DestinationDeclaredData } from '#/domain/destination/events.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { PixKeyType } from '#/domain/ports/payout.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { all, equal, rowsOf, select, type Queryable } from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  enumText,
  integer,
  json,
  keyed,
  nullable,
  text,
  time,
  type RowOf,
} from './engine/define/table.ts';

/** One row per PIX key to which a seller asked to be paid. */
export const destinationTable = keyed({
  name: 'destination',
  columns: {
    destinationId: text,
    platformId: text,
    sellerId: text,
    status: enumText<DestinationStatus>(),
    pixType: enumText<PixKeyType>(),
    /** Encrypted: the key and its holder. */
    destination: json<Encrypted>(),
    holder: enumText<DestinationDeclaredData['holder']>(),
    /** Why payouts to the key were allowed; null = not since it was last declared. */
    basis: nullable(enumText<NonNullable<DeclaredDestination['basis']>>()),
    declaredAt: time,
    approvedAt: nullable(time),
    /** Why staff last refused the key; kept until staff approve the key. */
    reason: nullable(text),
    /** The last payout to this key that came back, and the acquirer's reason. */
    withdrawalId: nullable(text),
    cause: nullable(text),
    /** Since when the key waits for staff. */
    waitsSince: nullable(time),
    /** When the pause of the seller's withdrawals began, because this key is new. */
    restsFrom: nullable(time),
    changedAt: time,
    /** 0 = as first declared; one more with each event. */
    revision: integer,
  },
  key: ['destinationId'],
  indexes: [
    { columns: ['sellerId', 'declaredAt', 'destinationId'] },
    { columns: ['platformId', 'changedAt', 'destinationId'] },
    { columns: ['platformId', 'waitsSince', 'destinationId'], where: 'waits_since IS NOT NULL' },
  ],
});

const tables = { destination: destinationTable };

export type DestinationRow = RowOf<typeof destinationTable>;

const change = (
  rows: RowsOf<typeof tables>,
  {
    aggregateId,
    revision,
    data: { at },
  }: {
    readonly aggregateId: string;
    readonly revision: number;
    readonly data: { readonly at: Timestamp };
  },
  changes: Partial<DestinationRow>,
): void => {
  const row = rows.destination.get(aggregateId);
  if (row === undefined)
    throw new Error(`destination ${aggregateId} continues before it was declared`);
  rows.destination.put({ ...row, ...changes, changedAt: at, revision });
};

export const destinations = defineProjection({
  name: 'destinations',
  version: 2,
  tables,
  keys: ({ aggregateId }, { destination }) => {
    destination.reads(aggregateId);
  },
  on: {
    DestinationDeclared: ({ aggregateId: destinationId, revision, data }, rows) => {
      const { platformId, sellerId, pixType, destination, holder, at } = data;
      const {
        reason = null,
        withdrawalId = null,
        cause = null,
      } = rows.destination.get(destinationId) ?? {};
      rows.destination.put({
        destinationId,
        platformId,
        sellerId,
        status: 'WAITING',
        pixType,
        destination,
        holder,
        basis: null,
        declaredAt: at,
        approvedAt: null,
        reason,
        withdrawalId,
        cause,
        waitsSince: at,
        restsFrom: at,
        changedAt: at,
        revision,
      });
    },
    DestinationApproved: (event, rows) => {
      const { basis, at: approvedAt } = event.data;
      const approved = { status: 'APPROVED', basis, approvedAt, waitsSince: null } as const;
      const byBasis =
        basis === 'STAFF' ? { reason: null, withdrawalId: null, cause: null } : { restsFrom: null };
      change(rows, event, { ...approved, ...byBasis });
    },
    DestinationRefused: (event, rows) => {
      const { reason } = event.data;
      change(rows, event, { status: 'REFUSED', reason, waitsSince: null, restsFrom: null });
    },
    DestinationSuspended: (event, rows) => {
      const { withdrawalId, cause, at: waitsSince } = event.data;
      const isApproved = rows.destination.get(event.aggregateId)?.status === 'APPROVED';
      const suspended = isApproved && ({ status: 'SUSPENDED', waitsSince } as const);
      change(rows, event, { withdrawalId, cause, ...suspended });
    },
    DestinationRemoved: (event, rows) =>
      change(rows, event, { status: 'REMOVED', waitsSince: null, restsFrom: null }),
  },
});

/** The last declared first, without removed ones, at most 100. */
export const destinationsOf = (
  reader: Queryable,
  sellerId: string,
): Promise<readonly DestinationRow[]> =>
  rowsOf<DestinationRow>(
    reader,
    `SELECT ${selection(destinationTable)} FROM ${viewOf(destinationTable)}
     WHERE seller_id = $1 AND status <> 'REMOVED' ORDER BY declared_at DESC, destination_id LIMIT 100`,
    [sellerId],
  );

export const findDestinations = async (
  reader: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DestinationRow>> => {
  const rows = await rowsOf<DestinationRow>(
    reader,
    `SELECT ${selection(destinationTable)} FROM ${viewOf(destinationTable)} WHERE destination_id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.destinationId, row]));
};

/** Returns when the last pause of a seller's withdrawals began; null = there is none. */
export const findLastDestinationTime = async (
  reader: Queryable,
  sellerId: string,
): Promise<Timestamp | null> => {
  const [row] = await rowsOf<{ at: Timestamp | null }>(
    reader,
    `SELECT max(rests_from) AS at FROM ${viewOf(destinationTable)} WHERE seller_id = $1`,
    [sellerId],
  );
  return row?.at ?? null;
};

export interface DestinationFilters {
  readonly platformId: string;
  /** Absent = the destinations that wait for staff, the longest wait first. */
  readonly status?: DestinationStatus | undefined;
}

/** With a status, the last changed first. @throws InvalidCursor */
export const listDestinations = (
  reader: Queryable,
  { platformId, status }: DestinationFilters,
  paging: Paging,
): Promise<Page<DestinationRow>> => {
  const list = { rows: select(destinationTable), filters: { platformId, status }, paging };
  if (status !== undefined)
    return pageOf<DestinationRow>(reader, {
      ...list,
      filter: equal({ platform_id: platformId, status }),
      sort: {
        columns: ['changed_at', 'destination_id'],
        direction: 'descending',
        keyOf: ({ changedAt, destinationId }) => [changedAt, destinationId],
      },
    });
  return pageOf<DestinationRow>(reader, {
    ...list,
    filter: all(equal({ platform_id: platformId }), (query) => query.whereNotNull('waits_since')),
    sort: {
      columns: ['waits_since', 'destination_id'],
      direction: 'ascending',
      keyOf: ({ waitsSince, destinationId }) => [waitsSince ?? '', destinationId],
    },
  });
};
