import { createFileRoute } from '@tanstack/react-router';
import { rangeSearch } from '#/web/backoffice/search/range-search.ts';
import { AccountingPage } from '#/web/features/exports/accounting-page.tsx';
import { dayInBrazil } from '#/web/ui/fields/day-range.ts';

const ExportAccounting = () => {
  const { from, to } = Route.useSearch();
  const navigate = Route.useNavigate();
  const today = dayInBrazil(new Date());
  const period = { from: from ?? `${today.slice(0, 7)}-01`, to: to ?? today };
  return (
    <AccountingPage
      period={period}
      onPeriod={(change) => void navigate({ search: { ...period, ...change } })}
    />
  );
};

export const Route = createFileRoute('/admin-root/export-accounting')({
  validateSearch: rangeSearch,
  component: ExportAccounting,
});
