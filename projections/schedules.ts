import type { ScheduleDetails } from '#/domain/schedule/schedule.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { rowsOf, type Queryable } from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import { boolean, integer, json, keyed, text, type RowOf } from './engine/define/table.ts';

/** One row per seller who has, or had, automatic withdrawals. */
export const scheduleTable = keyed({
  name: 'schedule',
  columns: {
    sellerId: text,
    platformId: text,
    details: json<ScheduleDetails>(),
    isOn: boolean,
    /** The revision of the schedule's own record. */
    revision: integer,
  },
  key: ['sellerId'],
  indexes: [{ columns: ['sellerId'], where: 'is_on' }],
});

const tables = { schedule: scheduleTable };

export type ScheduleRow = RowOf<typeof scheduleTable>;

type Rows = RowsOf<typeof tables>;

const putActive = (
  rows: Rows,
  { aggregateId: sellerId, revision }: { readonly aggregateId: string; readonly revision: number },
  details: ScheduleDetails,
): void => {
  const { platformId } = details;
  rows.schedule.put({ sellerId, platformId, details, isOn: true, revision });
};

export const schedules = defineProjection({
  name: 'schedules',
  version: 2,
  tables,
  keys: ({ aggregateId }, { schedule }) => {
    schedule.reads(aggregateId);
  },
  on: {
    ScheduleCreated: (event, rows) => putActive(rows, event, event.data.details),
    ScheduleRevised: (event, rows) => putActive(rows, event, event.data.details),
    ScheduleArchived: ({ aggregateId, revision }, rows) => {
      const row = rows.schedule.get(aggregateId);
      if (row === undefined) return;
      rows.schedule.put({ ...row, isOn: false, revision });
    },
  },
});

/** Schedules that are switched on, in the order of seller ids. */
export const listSchedulesAfter = (
  reader: Queryable,
  sellerId: string,
  limit: number,
): Promise<readonly ScheduleRow[]> =>
  rowsOf<ScheduleRow>(
    reader,
    `SELECT ${selection(scheduleTable)} FROM ${viewOf(scheduleTable)}
     WHERE is_on AND seller_id > $1 ORDER BY seller_id LIMIT $2`,
    [sellerId, limit],
  );
