import { createFileRoute } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import * as z from 'zod/mini';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { PayoutItem, payoutsColumns } from '#/web/features/payouts/payouts-columns.tsx';
import { PayoutsContext } from '#/web/features/payouts/payouts-context.ts';
import { payoutName, payoutsQuery } from '#/web/features/payouts/payouts-queries.ts';
import { usePayoutsTexts } from '#/web/features/payouts/payouts-texts.ts';
import { usePayoutNews } from '#/web/features/payouts/use-payout-news.ts';
import { SelectionBar } from '#/web/features/payouts/selection-bar.tsx';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

const Detail = lazy(() => import('#/web/features/payouts/payout-detail.tsx'));

const Payouts = createDefinePage(usePayoutsTexts)<WaitingWithdrawal, TableSearch>({
  key: 'manage-withdraws',
  title: ({ title }) => title,
  note: ({ note }) => note,
  query: payoutsQuery,
  columns: payoutsColumns,
  Item: PayoutItem,
  rowId: ({ withdrawalId }) => withdrawalId,
  rowName: payoutName,
  Filters: SelectionBar,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
  Detail,
});

const NONE: ReadonlySet<string> = new Set();

const Screen = () => {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const session = useStaffSession();
  const maySeeSellers = hasFlag(session, 'isUsersAvailable');
  usePayoutNews(session.platformId);
  const [selected, setSelected] = useState(NONE);
  return (
    <PayoutsContext value={{ search, maySeeSellers, selected, onSelected: setSelected }}>
      <Payouts search={search} onSearch={(next) => void navigate({ search: next })} />
    </PayoutsContext>
  );
};

export const Route = createFileRoute('/admin-root/manage-withdraws')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    open: z.catch(z.optional(z.string()), undefined),
  }),
  component: Screen,
});
