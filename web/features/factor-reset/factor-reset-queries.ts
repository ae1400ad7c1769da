import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#/api/contract/contract.ts';
import { query } from '#/web/lib/rpc.ts';

export type PersonRef = InputOf<'admin.getSecondFactor'>;

export const secondFactorQuery = ({ kind, personId }: PersonRef) =>
  queryOptions({
    queryKey: ['second-factor-of', kind, personId],
    queryFn: ({ signal }) => query('admin.getSecondFactor', { kind, personId }, { signal }),
  });

export const factorResetsQuery = queryOptions({
  queryKey: ['factor-resets'],
  queryFn: ({ signal }) => query('admin.listFactorResets', {}, { signal }),
});
