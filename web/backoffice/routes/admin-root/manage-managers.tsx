import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy } from 'react';
import * as z from 'zod/mini';
import type { ManagerLine } from '#/api/contract/managers.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { FactorSection } from '#/web/features/factor-reset/factor-section.tsx';
import { WaitingResets } from '#/web/features/factor-reset/waiting-resets.tsx';
import { InviteButton } from '#/web/features/managers/invite-button.tsx';
import { ManagerItem, managersColumns } from '#/web/features/managers/managers-columns.tsx';
import { ManagersContext } from '#/web/features/managers/managers-context.ts';
import { ManagersFilters, NoManagerBlocked } from '#/web/features/managers/managers-filters.tsx';
import {
  managerName,
  managersQuery,
  type ManagersSearch,
} from '#/web/features/managers/managers-queries.ts';
import { useManagersTexts } from '#/web/features/managers/managers-texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';

const Detail = lazy(() => import('#/web/features/managers/manager-detail.tsx'));

const Managers = createDefinePage(useManagersTexts)<ManagerLine, ManagersSearch>({
  key: 'managers',
  title: ({ title }) => title,
  note: ({ note }) => note,
  Actions: InviteButton,
  query: managersQuery,
  columns: managersColumns,
  Item: ManagerItem,
  rowId: ({ managerId }) => managerId,
  rowName: managerName,
  Filters: ManagersFilters,
  isFiltered: ({ state }) => state !== undefined,
  NothingFound: NoManagerBlocked,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
  Detail,
});

const toManager = (managerId: string, label: string) => (
  <Link to="." search={{ open: managerId }} className="font-medium text-accent hover:underline">
    {label}
  </Link>
);

const factorSectionOf = (personId: string) => <FactorSection who={{ kind: 'manager', personId }} />;

const Screen = () => {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const session = useStaffSession();
  const maySeeActivity = hasFlag(session, 'isConfigAvailable');
  const mayResetFactor = hasFlag(session, 'isUserAdvancedOptionsAvailable');
  const more = mayResetFactor ? factorSectionOf : () => null;
  return (
    <ManagersContext value={{ search, maySeeActivity, more }}>
      {mayResetFactor && <WaitingResets kind="manager" toPerson={toManager} />}
      <Managers search={search} onSearch={(next) => void navigate({ search: next })} />
    </ManagersContext>
  );
};

export const Route = createFileRoute('/admin-root/manage-managers')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    open: z.catch(z.optional(z.string()), undefined),
    state: z.catch(z.optional(z.enum(['BLOCKED'])), undefined),
  }),
  component: Screen,
});
