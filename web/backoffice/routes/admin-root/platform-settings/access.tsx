import { hasFlag } from '#/api/contract/roles.ts';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rangeSearch } from '#/web/backoffice/search/range-search.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import {
  accessColumns,
  AccessFilters,
  AccessItem,
  accessPerson,
  SalesAreOpen,
} from '#/web/features/access/access-columns.tsx';
import {
  accessTrailQuery,
  type AccessEntry,
  type AccessSearch,
} from '#/web/features/access/access-queries.ts';
import { definePage } from '#/web/backoffice/define-page.ts';

const AccessTrail = definePage<AccessEntry, AccessSearch>({
  key: 'access',
  title: ({ access }) => access.title,
  note: ({ access }) => access.note,
  query: accessTrailQuery,
  columns: accessColumns,
  Item: AccessItem,
  rowId: ({ eventId }) => eventId,
  rowName: accessPerson,
  Filters: AccessFilters,
  isFiltered: ({ kind, personId, from, to }) => [kind, personId, from, to].some(Boolean),
  noFilter: {},
  empty: ({ access }) => ({ title: access.emptyTitle, text: access.emptyText }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  return (
    <SalesAreOpen value={hasFlag(useStaffSession(), 'isSalesAvailable')}>
      <AccessTrail search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
    </SalesAreOpen>
  );
};

const kind = z.enum([
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGN_IN_SUSPENDED',
  'SIGNED_OUT',
  'SECOND_FACTOR',
  'IMPERSONATION_BEGUN',
  'IMPERSONATION_ENDED',
  'DATA_OPENED',
]);

export const Route = createFileRoute('/admin-root/platform-settings/access')({
  validateSearch: z.extend(rangeSearch, {
    cursor: z.catch(z.optional(z.string()), undefined),
    kind: z.catch(z.optional(kind), undefined),
    personId: z.catch(z.optional(z.string()), undefined),
  }),
  component: Screen,
});
