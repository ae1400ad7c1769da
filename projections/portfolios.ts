import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { equal, fetchRows, select, type Queryable } from './engine/define/query.ts';
import { integer, keyed, log, nullable, text, time, type RowOf } from './engine/define/table.ts';

/** One row per seller who is, or was, in a manager's portfolio. */
export const assignmentTable = keyed({
  name: 'assignment',
  columns: {
    sellerId: text,
    platformId: text,
    /** Null once the seller was taken out. */
    managerId: nullable(text),
    assignedAt: time,
    /** The actor of the last change. */
    assignedBy: text,
    revision: integer,
  },
  key: ['sellerId'],
  indexes: [{ columns: ['managerId', 'assignedAt', 'sellerId'] }],
});

/** One row for each time that a seller was put into a portfolio, taken out, or moved. */
export const portfolioMoveTable = log({
  name: 'portfolio_move',
  columns: {
    eventId: text,
    platformId: text,
    sellerId: text,
    fromId: nullable(text),
    toId: nullable(text),
    at: time,
    /** The actor who moved the seller. */
    movedBy: text,
  },
  key: ['eventId'],
  indexes: [{ columns: ['fromId', 'at', 'eventId'] }, { columns: ['toId', 'at', 'eventId'] }],
});

const tables = { assignment: assignmentTable, move: portfolioMoveTable };

export type AssignmentRow = RowOf<typeof assignmentTable>;
export type PortfolioMoveRow = RowOf<typeof portfolioMoveTable>;

type Rows = RowsOf<typeof tables>;

const move = (
  {
    id: eventId,
    aggregateId: sellerId,
    revision,
    data,
    meta,
  }: ProjectedNamed<'AssignmentCreated' | 'AssignmentRevised' | 'AssignmentArchived'>,
  platformId: string,
  toId: string | null,
  rows: Rows,
): void => {
  const { at } = data;
  const { actor } = meta;
  const fromId = rows.assignment.get(sellerId)?.managerId ?? null;
  rows.assignment.put({
    sellerId,
    platformId,
    managerId: toId,
    assignedAt: at,
    assignedBy: actor,
    revision,
  });
  if (fromId === toId) return;
  rows.move.append({ eventId, platformId, sellerId, fromId, toId, at, movedBy: actor });
};

const assign = (
  event: ProjectedNamed<'AssignmentCreated' | 'AssignmentRevised'>,
  rows: Rows,
): void => {
  const { platformId, managerId } = event.data.details;
  move(event, platformId, managerId, rows);
};

export const portfolios = defineProjection({
  name: 'portfolios',
  version: 1,
  tables,
  keys: ({ type, aggregateId }, { assignment }) =>
    type === 'AssignmentCreated' ? assignment.creates(aggregateId) : assignment.reads(aggregateId),
  on: {
    AssignmentCreated: assign,
    AssignmentRevised: assign,
    AssignmentArchived: (event, rows) => {
      const row = rows.assignment.get(event.aggregateId);
      if (row === undefined)
        throw new Error(`the assignment of ${event.aggregateId} ends before it was made`);
      move(event, row.platformId, null, rows);
    },
  },
});

export interface Portfolio {
  readonly platformId: string;
  readonly managerId: string;
}

/** The last assigned first. @throws InvalidCursor */
export const listAssignments = (
  reader: Queryable,
  { platformId, managerId }: Portfolio,
  paging: Paging,
): Promise<Page<AssignmentRow>> =>
  pageOf<AssignmentRow>(reader, {
    rows: select(assignmentTable),
    filter: equal({ platform_id: platformId, manager_id: managerId }),
    filters: { platformId, managerId },
    paging,
    sort: {
      columns: ['assigned_at', 'seller_id'],
      direction: 'descending',
      keyOf: ({ assignedAt, sellerId }) => [assignedAt, sellerId],
    },
  });

/** Newest first. @throws InvalidCursor */
export const listMoves = (
  reader: Queryable,
  { platformId, managerId }: Portfolio,
  paging: Paging,
): Promise<Page<PortfolioMoveRow>> =>
  pageOf<PortfolioMoveRow>(reader, {
    rows: select(portfolioMoveTable),
    filter: (query) =>
      query
        .where({ platform_id: platformId })
        .where((either) => void either.where({ from_id: managerId }).orWhere({ to_id: managerId })),
    filters: { platformId, managerId },
    paging,
    sort: {
      columns: ['at', 'event_id'],
      direction: 'descending',
      keyOf: ({ at, eventId }) => [at, eventId],
    },
  });

/** By seller id; sellers who were never assigned are missing. */
export const assignmentsOf = async (
  reader: Queryable,
  sellerIds: readonly string[],
): Promise<ReadonlyMap<string, AssignmentRow>> => {
  const rows = await fetchRows<AssignmentRow>(
    reader,
    select(assignmentTable).whereIn('seller_id', [...sellerIds]),
  );
  return new Map(rows.map((row) => [row.sellerId, row]));
};
