import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { adminSaleColumns } from '#/web/features/sales/admin-sale-columns.tsx';
import { PlatformNews } from '#/web/features/sales/live-platform.tsx';
import { SaleItem } from '#/web/features/sales/sale-columns.tsx';
import { AdminSaleFilters } from '#/web/features/sales/sale-filters.tsx';
import { adminSalesQuery } from '#/web/features/sales/sale-queries.ts';
import { adminSaleSearch, isFiltered } from '#/web/features/sales/sale-search.ts';
import { definePage } from '#/web/ui/blocks/data-table-page.tsx';

const News = ({ onShow }: { readonly onShow: () => void }) => (
  <PlatformNews platformId={useStaffSession().platformId} onShow={onShow} />
);

const Detail = lazy(() => import('#/web/backoffice/admin-sale-detail.tsx'));

const ManageSales = definePage({
  key: 'manage-sales',
  title: ({ sales }) => sales.adminTitle,
  query: adminSalesQuery,
  columns: adminSaleColumns,
  Item: SaleItem,
  rowId: ({ paymentId }) => paymentId,
  rowName: ({ title }) => title,
  Filters: AdminSaleFilters,
  isFiltered,
  unfiltered: {},
  empty: ({ sales }) => ({ title: sales.emptyTitle, text: sales.emptyText }),
  Detail,
  News,
});

const Screen = () => {
  const navigate = Route.useNavigate();
  return (
    <ManageSales search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
  );
};

export const Route = createFileRoute('/admin-root/manage-sales')({
  validateSearch: adminSaleSearch,
  component: Screen,
});
