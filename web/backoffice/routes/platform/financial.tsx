import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useSellerId } from '#/web/backoffice/use-seller-id.ts';
import { BalanceTiles } from '#/web/features/finance/balance-tiles.tsx';
import { Releases } from '#/web/features/finance/releases.tsx';
import { Statement } from '#/web/features/finance/statement.tsx';
import { Withdrawals } from '#/web/features/finance/withdrawals.tsx';
import { Button } from '#/web/ui/button.tsx';
import { dayInBrazil } from '#/web/ui/fields/day-range.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { Page } from '#/web/ui/page.tsx';
import { useIsReadOnly } from '#/web/ui/read-only.ts';
import { useTexts } from '#/web/i18n/texts.ts';

const { Dialog: WithdrawalDialog, near } = lazyDialog(
  () => import('#/web/features/finance/withdrawal-dialog.tsx'),
);

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
          <Button {...near} kind="primary" onClick={() => setWithdrawing(true)}>
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

export const Route = createFileRoute('/platform/financial')({
  validateSearch: z.object({
    month: z.catch(z.optional(month), undefined),
    /** Whether the form of a withdrawal is open. */
    withdraw: z.catch(z.optional(z.literal(true)), undefined),
  }),
  component: Financial,
});
