import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy } from 'react';
import * as z from 'zod/mini';
import { hasFlag } from '#/api/contract/roles.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { FactorSection } from '#/web/features/factor-reset/factor-section.tsx';
import { WaitingResets } from '#/web/features/factor-reset/waiting-resets.tsx';
import { FirstFunctionary } from '#/web/features/staff/first-functionary.tsx';
import { InviteButton } from '#/web/features/staff/invite-button.tsx';
import { staffColumns, StaffItem } from '#/web/features/staff/staff-columns.tsx';
import { StaffContext } from '#/web/features/staff/staff-context.ts';
import { NoOneBlocked, StaffFilters } from '#/web/features/staff/staff-filters.tsx';
import { memberName, staffQuery, type StaffSearch } from '#/web/features/staff/staff-queries.ts';
import { useStaffTexts } from '#/web/features/staff/staff-texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';

const Detail = lazy(() => import('#/web/features/staff/staff-detail.tsx'));

const Staff = createDefinePage(useStaffTexts)<StaffMember, StaffSearch>({
  key: 'staff',
  title: ({ title }) => title,
  note: ({ note }) => note,
  Actions: InviteButton,
  query: staffQuery,
  columns: staffColumns,
  Item: StaffItem,
  rowId: ({ staffId }) => staffId,
  rowName: memberName,
  Filters: StaffFilters,
  isFiltered: ({ state }) => state !== undefined,
  NothingFound: NoOneBlocked,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
  Detail,
});

const toMember = (staffId: string, label: string) => (
  <Link to="." search={{ open: staffId }} className="font-medium text-accent hover:underline">
    {label}
  </Link>
);

const factorSectionOf = (personId: string) => <FactorSection who={{ kind: 'staff', personId }} />;

const Screen = () => {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const user = useStaffSession();
  const mayReset = hasFlag(user, 'isUserAdvancedOptionsAvailable');
  const more = mayReset ? factorSectionOf : () => null;
  return (
    <StaffContext value={{ user, search, more }}>
      {mayReset && <WaitingResets kind="staff" toPerson={toMember} />}
      <Staff search={search} onSearch={(next) => void navigate({ search: next })} />
      <FirstFunctionary />
    </StaffContext>
  );
};

export const Route = createFileRoute('/admin-root/manage-functionaries')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    open: z.catch(z.optional(z.string()), undefined),
    state: z.catch(z.optional(z.enum(['BLOCKED'])), undefined),
  }),
  component: Screen,
});
