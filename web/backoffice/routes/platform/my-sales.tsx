import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { useSellerId } from '#/web/backoffice/use-seller-id.ts';
import { SalesNews } from '#/web/features/sales/live-sales.tsx';
import type { SalesNewsProps } from '#/web/features/sales/live-sales.tsx';
import { saleColumns, SaleItem } from '#/web/features/sales/sale-columns.tsx';
import { SaleFilters } from '#/web/features/sales/sale-filters.tsx';
import { sellerSalesQuery } from '#/web/features/sales/sale-queries.ts';
import { isFiltered, saleSearch } from '#/web/features/sales/sale-search.ts';
import { definePage } from '#/web/ui/blocks/data-table-page.tsx';

const News = (props: Omit<SalesNewsProps, 'sellerId'>) => (
  <SalesNews {...props} sellerId={useSellerId()} />
);

const Detail = lazy(() => import('#/web/backoffice/seller-sale-detail.tsx'));

const MySales = definePage({
  key: 'my-sales',
  title: ({ sales }) => sales.title,
  query: sellerSalesQuery,
  columns: saleColumns,
  Item: SaleItem,
  rowId: ({ paymentId }) => paymentId,
  rowName: ({ title }) => title,
  Filters: SaleFilters,
  isFiltered,
  unfiltered: {},
  empty: ({ sales }) => ({ title: sales.emptyTitle, text: sales.emptyText }),
  Detail,
  News,
});

const Screen = () => {
  const navigate = Route.useNavigate();
  return <MySales search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />;
};

export const Route = createFileRoute('/platform/my-sales')({
  validateSearch: saleSearch,
  component: Screen,
});
