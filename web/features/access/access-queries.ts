import type { InputOf, OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export type AccessEntry = OutputOf<'admin.listAccess'>['items'][number];

type Filters = Pick<InputOf<'admin.listAccess'>, 'kind' | 'personId' | 'from' | 'to'>;

export type AccessSearch = TableSearch & Filters;

export const accessTrailQuery = ({ cursor, kind, personId, from, to }: AccessSearch) => ({
  queryKey: ['access', kind, personId, from, to, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query(
      'admin.listAccess',
      { cursor, kind, personId, from, to, after: newestPosition() },
      { signal },
    ),
});
