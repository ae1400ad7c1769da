import type { ScheduleDetails } from '#/domain/schedule/schedule.ts';
import { defineProjection } from './engine/define/define-projection.ts';
import { rowsOf, type Queryable } from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import { boolean, json, keyed, text, type RowOf } from './engine/define/table.ts';

/** One row per seller who has, or had, automatic withdrawals. */
export const scheduleTable = keyed({
  name: 'schedule',
  columns: {
    sellerId: text,
    platformId: text,
    details: json<ScheduleDetails>(),
    isOn: boolean,
  },
  key: ['sellerId'],
  indexes: [{ columns: ['sellerId'], where: 'is_on' }],
});

const tables = { schedule: scheduleTable };

export type ScheduleRow = RowOf<typeof scheduleTable>;

export const schedules = defineProjection({
  name: 'schedules',
  version: 1,
  tables,
  keys: ({ aggregateId }, { schedule }) => {
    schedule.reads(aggregateId);
  },
  on: {
    ScheduleCreated: ({ aggregateId: sellerId, data: { details } }, rows) => {
      rows.schedule.put({ sellerId, platformId: details.platformId, details, isOn: true });
    },
    ScheduleRevised: ({ aggregateId: sellerId, data: { details } }, rows) => {
      rows.schedule.put({ sellerId, platformId: details.platformId, details, isOn: true });
    },
    ScheduleArchived: ({ aggregateId }, rows) => {
      const row = rows.schedule.get(aggregateId);
      if (row !== undefined) rows.schedule.put({ ...row, isOn: false });
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
