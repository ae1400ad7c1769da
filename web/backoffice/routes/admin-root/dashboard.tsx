import { hasFlag } from '#/api/contract/roles.ts';
import { createFileRoute, Link } from '@tanstack/react-router';
import { DEFAULT_DAYS, daysSearch, presetOrDefault } from '#/web/backoffice/search/days-search.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { FirstAcquirer } from '#/web/features/acquiring/first-acquirer.tsx';
import { PlatformDashboard } from '#/web/features/dashboard/platform-dashboard.tsx';
import { buttonClass } from '#/web/ui/button.tsx';

const toAcquirers = (label: string) => (
  <Link to="/admin-root/platform-settings/acquirings" className={buttonClass('primary')}>
    {label}
  </Link>
);

const Dashboard = () => {
  const { days = DEFAULT_DAYS } = Route.useSearch();
  const navigate = Route.useNavigate();
  const session = useStaffSession();
  return (
    <PlatformDashboard
      platformId={session.platformId}
      days={days}
      onDays={(next) => void navigate({ search: { days: presetOrDefault(next) }, replace: true })}
      start={hasFlag(session, 'isConfigAvailable') && <FirstAcquirer action={toAcquirers} />}
    />
  );
};

export const Route = createFileRoute('/admin-root/dashboard')({
  validateSearch: daysSearch,
  component: Dashboard,
});
