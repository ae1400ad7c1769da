import type { InputOf, OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

interface QueryContext {
  readonly signal: AbortSignal;
}

export type OpenCase = OutputOf<'admin.listInvestigations'>['items'][number];
export type Investigation = OutputOf<'admin.getInvestigation'>;
export type Attempt = Investigation['attempts'][number];
export type Matter = Investigation['matters'][number];
export type Proposal = NonNullable<Investigation['proposal']>;

type Filters = Pick<InputOf<'admin.listInvestigations'>, 'kind' | 'proposed'>;

export type InvestigationsSearch = TableSearch & Filters;

export const investigationsQuery = ({ cursor, kind, proposed }: InvestigationsSearch) => ({
  queryKey: ['investigations', cursor, kind, proposed],
  queryFn: ({ signal }: QueryContext) =>
    query(
      'admin.listInvestigations',
      { cursor, kind, proposed, after: newestPosition() },
      { signal },
    ),
});

export type CaseName = Pick<OpenCase, 'kind' | 'id'>;

export const investigationQuery = ({ kind, id }: CaseName) => ({
  queryKey: ['investigation', kind, id],
  queryFn: ({ signal }: QueryContext) =>
    query('admin.getInvestigation', { kind, id, after: newestPosition() }, { signal }),
});

export const parkedWorkQuery = {
  queryKey: ['parked-work'],
  queryFn: ({ signal }: QueryContext) => query('admin.listParkedWork', {}, { signal }),
};
