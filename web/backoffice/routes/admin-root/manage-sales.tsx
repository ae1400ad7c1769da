import { hasFlag } from '#/api/contract/roles.ts';
import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { storeSearchText, useSearchText } from '#/web/backoffice/search-text.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { adminSaleColumns } from '#/web/features/sales/admin-sale-columns.tsx';
import type { AdminSale } from '#/web/features/sales/admin-sale-columns.tsx';
import { PlatformNews } from '#/web/features/sales/live-platform.tsx';
import { NoSaleFound } from '#/web/features/sales/nothing-found.tsx';
import { SaleItem } from '#/web/features/sales/sale-columns.tsx';
import { AdminSaleFilters } from '#/web/features/sales/sale-filters.tsx';
import { adminSalesQuery } from '#/web/features/sales/sale-queries.ts';
import {
  adminSaleSearch,
  isFiltered,
  joinSearch,
  splitSearch,
} from '#/web/features/sales/sale-search.ts';
import type { AdminSaleSearch } from '#/web/features/sales/sale-search.ts';
import { definePage } from '#/web/backoffice/define-page.ts';
import type { NewsProps, NothingFoundProps, SearchProps } from '#/web/ui/blocks/page-definition.ts';

const News = ({ search, onShow }: NewsProps<AdminSale, AdminSaleSearch>) => (
  <PlatformNews platformId={useStaffSession().platformId} search={search} onShow={onShow} />
);

/** The server does not search documents and phones for staff who may not see them. */
const useIsWithNumbers = (): boolean => hasFlag(useStaffSession(), 'isUserDocumentsAvailable');

const Filters = (props: SearchProps<AdminSaleSearch>) => (
  <AdminSaleFilters {...props} isWithNumbers={useIsWithNumbers()} />
);

const NothingFound = (props: NothingFoundProps<AdminSaleSearch>) => (
  <NoSaleFound {...props} isWithNumbers={useIsWithNumbers()} />
);

const Detail = lazy(() => import('#/web/backoffice/sales/admin-sale-detail.tsx'));

const ManageSales = definePage({
  key: 'manage-sales',
  title: ({ sales }) => sales.adminTitle,
  query: adminSalesQuery,
  columns: adminSaleColumns,
  Item: SaleItem,
  rowId: ({ paymentId }) => paymentId,
  rowName: ({ title }) => title,
  Filters,
  isFiltered,
  NothingFound,
  noFilter: {},
  empty: ({ sales }) => ({ title: sales.emptyTitle, text: sales.emptyText }),
  Detail,
  News,
});

const Screen = () => {
  const navigate = Route.useNavigate();
  const { session } = Route.useRouteContext();
  const search = joinSearch(Route.useSearch(), useSearchText(session));
  const onSearch = (next: AdminSaleSearch) => {
    const { address, searchText } = splitSearch(next);
    void navigate({ search: address, state: storeSearchText(session, searchText) });
  };
  return <ManageSales search={search} onSearch={onSearch} />;
};

export const Route = createFileRoute('/admin-root/manage-sales')({
  validateSearch: adminSaleSearch,
  component: Screen,
});
