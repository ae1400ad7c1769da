import { createFileRoute } from '@tanstack/react-router';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { AuditTrail } from '#/web/features/audit/audit-trail.tsx';
import { Notices } from '#/web/features/audit/notices.tsx';
import { adminSaleColumns } from '#/web/features/sales/admin-sale-columns.tsx';
import { PlatformNews } from '#/web/features/sales/live-platform.tsx';
import { SaleItem } from '#/web/features/sales/sale-columns.tsx';
import { SaleDrawer } from '#/web/features/sales/sale-drawer.tsx';
import { AdminSaleFilters } from '#/web/features/sales/sale-filters.tsx';
import { adminSalesQuery } from '#/web/features/sales/sale-queries.ts';
import { adminSaleSearch, isFiltered } from '#/web/features/sales/sale-search.ts';
import { definePage } from '#/web/ui/blocks/data-table-page.tsx';
import type { DetailProps } from '#/web/ui/blocks/data-table-page.tsx';
import { useTexts } from '#/web/ui/texts.ts';

const News = ({ onShow }: { readonly onShow: () => void }) => (
  <PlatformNews platformId={useStaffSession().platformId} onShow={onShow} />
);

const Detail = (props: DetailProps) => {
  const { sale } = useTexts();
  return (
    <SaleDrawer
      {...props}
      viewpoint="admin"
      tabs={() => [
        { value: 'audit', label: sale.audit, content: <AuditTrail paymentId={props.id} /> },
        { value: 'notices', label: sale.notices, content: <Notices paymentId={props.id} /> },
      ]}
    />
  );
};

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
