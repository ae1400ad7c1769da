import { createFileRoute, Link } from '@tanstack/react-router';
import { DEFAULT_DAYS, daysSearch, presetOrDefault } from '#/web/backoffice/search/days-search.ts';
import { ManagerDashboard } from '#/web/features/managers/area/manager-dashboard.tsx';
import { usePortfolioTexts } from '#/web/features/managers/area/portfolio-texts.ts';

const Dashboard = () => {
  const { days = DEFAULT_DAYS } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { ranking } = usePortfolioTexts();
  return (
    <ManagerDashboard
      days={days}
      onDays={(next) => void navigate({ search: { days: presetOrDefault(next) }, replace: true })}
      toSellers={
        <Link to="/manager-root/manager-users" className="font-medium text-accent hover:underline">
          {ranking.all}
        </Link>
      }
    />
  );
};

export const Route = createFileRoute('/manager-root/dashboard')({
  validateSearch: daysSearch,
  component: Dashboard,
});
