import { createFileRoute, Link } from '@tanstack/react-router';
import { DEFAULT_DAYS, daysSearch, presetOrDefault } from '#/web/backoffice/search/days-search.ts';
import { useSellerId } from '#/web/backoffice/use-seller-id.ts';
import { SellerDashboard } from '#/web/features/dashboard/seller-dashboard.tsx';
import { BalanceTiles } from '#/web/features/finance/balance-tiles.tsx';
import { LastSales } from '#/web/features/sales/last-sales.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { buttonClass } from '#/web/ui/button.tsx';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';

const Dashboard = () => {
  const { days = DEFAULT_DAYS } = Route.useSearch();
  const navigate = Route.useNavigate();
  const sellerId = useSellerId();
  const { finance } = useTexts();
  const isReadOnly = useIsReadOnly();
  return (
    <SellerDashboard
      sellerId={sellerId}
      days={days}
      onDays={(next) => void navigate({ search: { days: presetOrDefault(next) }, replace: true })}
      withdraw={
        !isReadOnly && (
          <Link
            to="/platform/financial"
            search={{ withdraw: true }}
            className={buttonClass('primary')}
          >
            {finance.withdraw}
          </Link>
        )
      }
      balances={<BalanceTiles sellerId={sellerId} />}
      lastSales={<LastSales />}
    />
  );
};

export const Route = createFileRoute('/platform/dashboard')({
  validateSearch: daysSearch,
  component: Dashboard,
});
