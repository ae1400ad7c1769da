import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import type { SessionLine } from '#/api/contract/master.ts';
import { rangeSearch } from '#/web/backoffice/search/range-search.ts';
import { PersonSessions } from '#/web/features/access/session-logs/person-sessions.tsx';
import {
  SessionLogItem,
  sessionLogsColumns,
  SessionLogsFilters,
  sessionPerson,
} from '#/web/features/access/session-logs/session-logs-columns.tsx';
import {
  sessionLogsQuery,
  type SessionLogsSearch,
} from '#/web/features/access/session-logs/session-logs-queries.ts';
import { useSessionLogsTexts } from '#/web/features/access/session-logs/session-logs-texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';

const FiltersAndSessions = (props: SearchProps<SessionLogsSearch>) => {
  const { personId, personKind } = props.search;
  return (
    <>
      <SessionLogsFilters {...props} />
      {personId !== undefined && personKind !== undefined && (
        <PersonSessions person={{ kind: personKind, personId }} />
      )}
    </>
  );
};

const SessionLogs = createDefinePage(useSessionLogsTexts)<SessionLine, SessionLogsSearch>({
  key: 'session-logs',
  title: ({ title }) => title,
  note: ({ note }) => note,
  query: sessionLogsQuery,
  columns: sessionLogsColumns,
  Item: SessionLogItem,
  rowId: ({ eventId }) => eventId,
  rowName: sessionPerson,
  Filters: FiltersAndSessions,
  isFiltered: ({ kind, personId, from, to }) => [kind, personId, from, to].some(Boolean),
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  return (
    <SessionLogs search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
  );
};

const kind = z.enum([
  'UNUSUAL',
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGN_IN_SUSPENDED',
  'SIGNED_OUT',
  'SECOND_FACTOR',
  'IMPERSONATION_BEGUN',
  'IMPERSONATION_ENDED',
]);

const personKind = z.enum(['staff', 'seller', 'master', 'manager']);

export const Route = createFileRoute('/master-root/session-logs')({
  validateSearch: z.extend(rangeSearch, {
    cursor: z.catch(z.optional(z.string()), undefined),
    kind: z.catch(z.optional(kind), undefined),
    personId: z.catch(z.optional(z.string()), undefined),
    personKind: z.catch(z.optional(personKind), undefined),
  }),
  component: Screen,
});
