import { defineProjection, type ProjectedNamed } from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { equal, select, type Queryable } from './engine/define/query.ts';
import { keyed, nullable, text, time, type RowOf } from './engine/define/table.ts';

/** One row for each time that a member of staff was signed in as a seller. */
const impersonationTable = keyed({
  name: 'impersonation',
  columns: {
    impersonationId: text,
    platformId: text,
    sellerId: text,
    staffId: text,
    reason: nullable(text),
    begunAt: time,
    /** When it ends at the latest. */
    until: time,
    /** Null until its end is on record. */
    endedAt: nullable(time),
  },
  key: ['impersonationId'],
  indexes: [{ columns: ['platformId', 'sellerId', 'begunAt', 'impersonationId'] }],
});

const tables = { impersonation: impersonationTable };

export type ImpersonationRow = RowOf<typeof impersonationTable>;

/** Each event is recorded in the streams of both people; the seller's is used. */
const isOfSeller = ({ data }: ProjectedNamed<'ImpersonationBegun' | 'ImpersonationEnded'>) =>
  data.kind === 'seller';

export const impersonations = defineProjection({
  name: 'impersonations',
  version: 1,
  tables,
  keys: (event, { impersonation }) => {
    if (isOfSeller(event)) impersonation.reads(event.data.impersonationId);
  },
  on: {
    ImpersonationBegun: (event, rows) => {
      if (!isOfSeller(event)) return;
      const { impersonationId, platformId, sellerId, staffId, until, at: begunAt } = event.data;
      rows.impersonation.put({
        impersonationId,
        platformId,
        sellerId,
        staffId,
        reason: event.meta.reason ?? null,
        begunAt,
        until,
        endedAt: null,
      });
    },
    ImpersonationEnded: (event, rows) => {
      if (!isOfSeller(event)) return;
      const { impersonationId, at: endedAt } = event.data;
      const row = rows.impersonation.get(impersonationId);
      // The log may have lost the beginning: sessions are stored outside the log.
      if (row !== undefined) rows.impersonation.put({ ...row, endedAt });
    },
  },
});

/** Newest first. @throws InvalidCursor */
export const listImpersonations = (
  reader: Queryable,
  filters: { readonly platformId: string; readonly sellerId: string },
  paging: Paging,
): Promise<Page<ImpersonationRow>> =>
  pageOf<ImpersonationRow>(reader, {
    rows: select(impersonationTable),
    filter: equal({ platform_id: filters.platformId, seller_id: filters.sellerId }),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['begun_at', 'impersonation_id'],
      direction: 'descending',
      keyOf: ({ begunAt, impersonationId }) => [begunAt, impersonationId],
    },
  });
