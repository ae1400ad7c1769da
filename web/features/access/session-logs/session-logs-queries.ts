import { queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

type Filters = Pick<InputOf<'master.listSessionLog'>, 'kind' | 'personId' | 'from' | 'to'>;

export type PersonRef = InputOf<'master.listOpenSessions'>;
export type OpenSession = OutputOf<'master.listOpenSessions'>['sessions'][number];

export interface SessionLogsSearch extends TableSearch, Filters {
  /** Beside `personId`: whose open sessions are shown. */
  readonly personKind?: PersonRef['kind'] | undefined;
}

export const openSessionsQuery = (person: PersonRef) =>
  queryOptions({
    queryKey: ['sessions-of', person],
    queryFn: ({ signal }) => query('master.listOpenSessions', person, { signal }),
  });

export const sessionLogsQuery = ({ cursor, kind, personId, from, to }: SessionLogsSearch) => ({
  queryKey: ['session-logs', kind, personId, from, to, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query(
      'master.listSessionLog',
      { cursor, kind, personId, from, to, after: newestPosition() },
      { signal },
    ),
});
