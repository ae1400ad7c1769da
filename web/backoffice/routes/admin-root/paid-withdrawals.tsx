import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { rangeSearch } from '#/web/backoffice/search/range-search.ts';
import { ExportButton } from '#/web/features/paid-withdrawals/export-button.tsx';
import { paidColumns, PaidItem } from '#/web/features/paid-withdrawals/paid-columns.tsx';
import { PaidFilters } from '#/web/features/paid-withdrawals/paid-filters.tsx';
import { PaidPageState } from '#/web/features/paid-withdrawals/paid-page-state.tsx';
import {
  isFiltered,
  paidName,
  paidQuery,
  type PaidSearch,
} from '#/web/features/paid-withdrawals/paid-queries.ts';
import { usePaidTexts } from '#/web/features/paid-withdrawals/paid-texts.ts';
import { mayDo } from '#/web/features/session/access.ts';
import { adminReceiptQuery } from '#/web/features/receipt/receipt-queries.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';
import { buttonClass } from '#/web/ui/button.tsx';

// Lazy: the list is read first.
const Receipt = lazy(() => import('#/web/features/receipt/receipt-page.tsx'));

const PaidWithdrawals = createDefinePage(usePaidTexts)<PaidWithdrawal, PaidSearch>({
  key: 'paid-withdrawals',
  title: ({ title }) => title,
  note: ({ note }) => note,
  Actions: ExportButton,
  query: paidQuery,
  columns: paidColumns,
  Item: PaidItem,
  rowId: ({ withdrawalId }) => withdrawalId,
  rowName: paidName,
  Filters: PaidFilters,
  isFiltered,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  const texts = usePaidTexts();
  const session = useStaffSession();
  const { receipt, ...search } = Route.useSearch();
  if (receipt === undefined) {
    return (
      <PaidPageState filters={search} mayMark={mayDo(session, 'admin.reconcileWithdrawal')}>
        <PaidWithdrawals search={search} onSearch={(next) => void navigate({ search: next })} />
      </PaidPageState>
    );
  }
  return (
    <Suspense fallback={null}>
      <Receipt
        query={adminReceiptQuery(receipt)}
        back={
          <Link to="/admin-root/paid-withdrawals" search={search} className={buttonClass()}>
            {texts.back}
          </Link>
        }
      />
    </Suspense>
  );
};

const text = z.catch(z.optional(z.string()), undefined);

export const Route = createFileRoute('/admin-root/paid-withdrawals')({
  validateSearch: z.object({
    ...rangeSearch.shape,
    cursor: text,
    sellerId: text,
    reconciliation: z.catch(
      z.optional(z.enum(['RECONCILED', 'NOT_RECONCILED', 'RETURNED'])),
      undefined,
    ),
    /** The withdrawal whose receipt is read. */
    receipt: text,
  }),
  component: Screen,
});
