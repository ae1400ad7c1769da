import { createFileRoute } from '@tanstack/react-router';
import { DEFAULT_DAYS, daysSearch, presetOrDefault } from '#/web/backoffice/days-search.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { PlatformDashboard } from '#/web/features/dashboard/platform-dashboard.tsx';

const Dashboard = () => {
  const { days = DEFAULT_DAYS } = Route.useSearch();
  const navigate = Route.useNavigate();
  const session = useStaffSession();
  return (
    <PlatformDashboard
      platformId={session.platformId}
      days={days}
      onDays={(next) => void navigate({ search: { days: presetOrDefault(next) }, replace: true })}
    />
  );
};

export const Route = createFileRoute('/admin-root/dashboard')({
  validateSearch: daysSearch,
  component: Dashboard,
});
