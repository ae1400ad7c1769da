import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { storeSearchText, useSearchText } from '#/web/backoffice/search-text.ts';
import { useSellerId } from '#/web/backoffice/use-seller-id.ts';
import { SalesNews } from '#/web/features/sales/live-sales.tsx';
import type { SalesNewsProps } from '#/web/features/sales/live-sales.tsx';
import { NoSaleFound } from '#/web/features/sales/nothing-found.tsx';
import { saleColumns, SaleItem } from '#/web/features/sales/sale-columns.tsx';
import { SaleFilters } from '#/web/features/sales/sale-filters.tsx';
import { sellerSalesQuery } from '#/web/features/sales/sale-queries.ts';
import {
  isFiltered,
  joinSearch,
  splitSearch,
  saleSearch,
} from '#/web/features/sales/sale-search.ts';
import type { SaleSearch } from '#/web/features/sales/sale-search.ts';
import { definePage } from '#/web/backoffice/define-page.ts';
import type { NewsProps } from '#/web/ui/blocks/page-definition.ts';

type NewsOfSales = NewsProps<SalesNewsProps['rows'][number], SaleSearch>;

const News = (props: NewsOfSales) => <SalesNews {...props} sellerId={useSellerId()} />;

const Detail = lazy(() => import('#/web/backoffice/sales/seller-sale-detail.tsx'));

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
  NothingFound: NoSaleFound,
  noFilter: {},
  empty: ({ sales }) => ({ title: sales.emptyTitle, text: sales.emptyText }),
  Detail,
  News,
});

const Screen = () => {
  const navigate = Route.useNavigate();
  const { session } = Route.useRouteContext();
  const search = joinSearch(Route.useSearch(), useSearchText(session));
  const onSearch = (next: SaleSearch) => {
    const { address, searchText } = splitSearch(next);
    void navigate({ search: address, state: storeSearchText(session, searchText) });
  };
  return <MySales search={search} onSearch={onSearch} />;
};

export const Route = createFileRoute('/platform/my-sales')({
  validateSearch: saleSearch,
  component: Screen,
});
