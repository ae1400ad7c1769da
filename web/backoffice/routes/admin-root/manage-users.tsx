import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import { hasFlag } from '#/api/contract/roles.ts';
import type { ListedSeller, SellerChange } from '#/api/contract/sellers.ts';
import { storeSearchText, useSearchText } from '#/web/backoffice/search-text.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { FactorSection } from '#/web/features/factor-reset/factor-section.tsx';
import { WaitingResets } from '#/web/features/factor-reset/waiting-resets.tsx';
import { mayDo } from '#/web/features/session/access.ts';
import { UsersActions } from '#/web/features/users/users-actions.tsx';
import { UserItem, usersColumns } from '#/web/features/users/users-columns.tsx';
import { UsersContext } from '#/web/features/users/users-context.ts';
import { NoUserFound, UsersFilters } from '#/web/features/users/users-filters.tsx';
import {
  userName,
  usersQuery,
  type SellerDetail,
  type UsersSearch,
} from '#/web/features/users/users-queries.ts';
import { useUsersTexts } from '#/web/features/users/users-texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';

/** The server does not search documents for staff who may not see them. */
const Filters = (props: SearchProps<UsersSearch>) => (
  <UsersFilters {...props} isWithNumbers={hasFlag(useStaffSession(), 'isUserDocumentsAvailable')} />
);

const Detail = lazy(() => import('#/web/features/users/user-detail.tsx'));
const OwnTerms = lazy(() => import('#/web/features/platform-terms/own-terms.tsx'));
const OwnTermsChanges = lazy(() => import('#/web/features/platform-terms/own-terms-changes.tsx'));

const Users = createDefinePage(useUsersTexts)<ListedSeller, UsersSearch>({
  key: 'users',
  title: ({ title }) => title,
  note: ({ note }) => note,
  Actions: UsersActions,
  query: usersQuery,
  columns: usersColumns,
  Item: UserItem,
  rowId: ({ sellerId }) => sellerId,
  rowName: userName,
  Filters,
  isFiltered: ({ state, text }) => (state ?? text) !== undefined,
  NothingFound: NoUserFound,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
  Detail,
});

const toSeller = (sellerId: string, label: string) => (
  <Link to="." search={{ open: sellerId }} className="font-medium text-accent hover:underline">
    {label}
  </Link>
);

const factorSectionOf = (personId: string) => <FactorSection who={{ kind: 'seller', personId }} />;

const termsFor =
  ({ mayChange, mayLimit }: { readonly mayChange: boolean; readonly mayLimit: boolean }) =>
  ({ sellerId, status }: SellerDetail) => (
    <Suspense>
      <OwnTerms
        sellerId={sellerId}
        isChangeable={mayChange && status === 'ACTIVE'}
        mayLimit={mayLimit}
      />
    </Suspense>
  );

const termsChanges = (changes: SellerChange['ownTerms']) => (
  <Suspense>
    <OwnTermsChanges changes={changes} />
  </Suspense>
);

const Screen = () => {
  const navigate = Route.useNavigate();
  const session = useStaffSession();
  const { cursor, ...address } = Route.useSearch();
  const searchText = useSearchText(session);
  const search = searchText ? { ...address, ...searchText } : { ...address, cursor };
  const onSearch = ({ text, cursor: next, ...filters }: UsersSearch) => {
    // The text and its cursor are personal data, which no URL may hold.
    const state = storeSearchText(session, text === undefined ? undefined : { text, cursor: next });
    void navigate({ search: text === undefined ? { ...filters, cursor: next } : filters, state });
  };
  const mayReset = hasFlag(session, 'isUserAdvancedOptionsAvailable');
  const mayChange = mayDo(session, 'admin.blockSeller');
  const rights = {
    mayChange,
    mayImpersonate: mayDo(session, 'admin.beginImpersonation'),
    mayExport: mayDo(session, 'admin.countSellers'),
    maySeeSales: hasFlag(session, 'isSalesAvailable'),
    mayValidate: hasFlag(session, 'isValidateDocumentsAvailable'),
    more: mayReset ? factorSectionOf : () => null,
    terms: termsFor({
      mayChange: mayDo(session, 'admin.reviseSellerTerms'),
      mayLimit: hasFlag(session, 'isConfigAvailable'),
    }),
    termsChanges,
  };
  return (
    <UsersContext value={rights}>
      {mayReset && <WaitingResets kind="seller" toPerson={toSeller} />}
      <Users search={search} onSearch={onSearch} />
    </UsersContext>
  );
};

export const Route = createFileRoute('/admin-root/manage-users')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    open: z.catch(z.optional(z.string()), undefined),
    state: z.catch(z.optional(z.enum(['WAITING', 'BLOCKED'])), undefined),
  }),
  component: Screen,
});
