import { createFileRoute, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import type { ReviewedDestination } from '#/api/contract/payouts.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { BankAccountReview } from '#/web/features/bank-accounts/bank-account-review.tsx';
import {
  BankAccountItem,
  BankAccountsFilters,
  bankAccountsColumns,
} from '#/web/features/bank-accounts/bank-accounts-columns.tsx';
import {
  bankAccountsQuery,
  sellerOf,
  type BankAccountsSearch,
} from '#/web/features/bank-accounts/bank-accounts-queries.ts';
import { useBankAccountsTexts } from '#/web/features/bank-accounts/bank-accounts-texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';
import { buttonClass } from '#/web/ui/button.tsx';

const BankAccounts = createDefinePage(useBankAccountsTexts)<
  ReviewedDestination,
  BankAccountsSearch
>({
  key: 'manage-bank-accounts',
  title: ({ title }) => title,
  note: ({ note }) => note,
  query: bankAccountsQuery,
  columns: bankAccountsColumns,
  Item: BankAccountItem,
  rowId: ({ destinationId }) => destinationId,
  rowName: sellerOf,
  Filters: BankAccountsFilters,
  isFiltered: ({ status }) => status !== undefined,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
});

const linkToSeller = (open: string, text: string) => (
  <Link to="/admin-root/manage-users" search={{ open }} className={buttonClass()}>
    {text}
  </Link>
);

const Screen = () => {
  const navigate = Route.useNavigate();
  const texts = useBankAccountsTexts();
  const maySeeSellers = hasFlag(useStaffSession(), 'isUsersAvailable');
  const { destination, ...search } = Route.useSearch();
  if (destination === undefined) {
    return <BankAccounts search={search} onSearch={(next) => void navigate({ search: next })} />;
  }
  return (
    <BankAccountReview
      key={destination}
      destinationId={destination}
      toSeller={(sellerId) => maySeeSellers && linkToSeller(sellerId, texts.toSeller)}
      back={
        <Link to="/admin-root/manage-bank-accounts" search={search} className={buttonClass()}>
          {texts.back}
        </Link>
      }
    />
  );
};

const status = z.enum(['WAITING', 'APPROVED', 'REFUSED', 'SUSPENDED']);

export const Route = createFileRoute('/admin-root/manage-bank-accounts')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    status: z.catch(z.optional(status), undefined),
    destination: z.catch(z.optional(z.string()), undefined),
  }),
  component: Screen,
});
