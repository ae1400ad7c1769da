import type { InputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

type Filters = Pick<InputOf<'master.listSessionLog'>, 'kind' | 'personId' | 'from' | 'to'>;

export type SessionLogsSearch = TableSearch & Filters;

export const sessionLogsQuery = ({ cursor, kind, personId, from, to }: SessionLogsSearch) => ({
  queryKey: ['session-logs', kind, personId, from, to, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query(
      'master.listSessionLog',
      { cursor, kind, personId, from, to, after: newestPosition() },
      { signal },
    ),
});
