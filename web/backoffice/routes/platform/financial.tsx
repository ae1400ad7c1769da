import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import { useSellerId } from '#/web/backoffice/use-seller-id.ts';
import { BalanceTiles } from '#/web/features/finance/balance-tiles.tsx';
import { Destinations } from '#/web/features/finance/destinations.tsx';
import { destinationsQuery } from '#/web/features/finance/finance-queries.ts';
import { Releases } from '#/web/features/finance/releases.tsx';
import { Statement } from '#/web/features/finance/statement.tsx';
import { useDestinationName } from '#/web/features/finance/use-destination-name.ts';
import { Withdrawals } from '#/web/features/finance/withdrawals.tsx';
import { sellerReceiptQuery } from '#/web/features/receipt/receipt-queries.ts';
import { ScheduleCard } from '#/web/features/schedule/schedule-card.tsx';
import { Button, buttonClass } from '#/web/ui/button.tsx';
import { dayInBrazil } from '#/web/ui/fields/day-range.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { Page } from '#/web/ui/page.tsx';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';
import { useTexts } from '#/web/i18n/texts.ts';

const { Dialog: WithdrawalDialog, preload } = lazyDialog(
  () => import('#/web/features/finance/withdrawal-dialog.tsx'),
);

// Lazy: balances are read first.
const Receipt = lazy(() => import('#/web/features/receipt/receipt-page.tsx'));

const month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/));

const Financial = () => {
  const { finance } = useTexts();
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const isReadOnly = useIsReadOnly();
  const setWithdrawing = (withdraw: true | undefined) =>
    void navigate({ search: ({ month: shown }) => ({ month: shown, withdraw }), replace: true });
  return (
    <Page
      title={finance.title}
      actions={
        !isReadOnly && (
          <Button {...preload} kind="primary" onClick={() => setWithdrawing(true)}>
            {finance.withdraw}
          </Button>
        )
      }
    >
      <BalanceTiles sellerId={useSellerId()} />
      <div className="grid items-start gap-4 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_320px]">
        <Statement
          month={search.month ?? dayInBrazil(new Date()).slice(0, 7)}
          onMonth={(next) => void navigate({ search: { month: next } })}
        />
        <div className="grid items-start gap-4 md:max-xl:grid-cols-2 *:min-w-0">
          <Releases />
          <Destinations />
          <ScheduleCard destinations={useQuery(destinationsQuery)} nameOf={useDestinationName()} />
          <Withdrawals />
        </div>
      </div>
      <WithdrawalDialog
        open={search.withdraw === true && !isReadOnly}
        onClose={() => setWithdrawing(undefined)}
      />
    </Page>
  );
};

const Screen = () => {
  const { finance } = useTexts();
  const { receipt } = Route.useSearch();
  if (receipt === undefined) return <Financial />;
  return (
    <Suspense fallback={null}>
      <Receipt
        query={sellerReceiptQuery(receipt)}
        back={
          <Link to="/platform/financial" className={buttonClass()}>
            {finance.title}
          </Link>
        }
      />
    </Suspense>
  );
};

export const Route = createFileRoute('/platform/financial')({
  validateSearch: z.object({
    month: z.catch(z.optional(month), undefined),
    /** Whether the withdrawal form is open. */
    withdraw: z.catch(z.optional(z.literal(true)), undefined),
    /** The withdrawal whose receipt is read. */
    receipt: z.catch(z.optional(z.string()), undefined),
  }),
  component: Screen,
});
