import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

export type ExportKind = InputOf<'admin.countExport'>['kind'];

/** The first and the last day, as `2026-12-20`. */
export interface ExportPeriod {
  readonly from: string;
  readonly to: string;
}

export const countQuery = (kind: ExportKind, period: ExportPeriod) =>
  queryOptions({
    queryKey: ['export-count', kind, period],
    queryFn: ({ signal }) => query('admin.countExport', { kind, ...period }, { signal }),
  });

export const trialBalanceQuery = (period: ExportPeriod) =>
  queryOptions({
    queryKey: ['trial-balance', period],
    queryFn: ({ signal }) =>
      query('admin.getTrialBalance', { ...period, after: newestPosition() }, { signal }),
    placeholderData: keepPreviousData,
  });
