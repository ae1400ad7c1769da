import { createFileRoute } from '@tanstack/react-router';
import { rangeSearch } from '#/web/backoffice/search/range-search.ts';
import type { RangeSearch } from '#/web/backoffice/search/range-search.ts';
import {
  sellerName,
  SellerRevenueItem,
  sellerRevenueColumns,
} from '#/web/features/sellers/seller-columns.tsx';
import { revenueRowId } from '#/web/features/sellers/seller-revenue.ts';
import { sellerRevenueQuery } from '#/web/features/sellers/seller-queries.ts';
import { definePage } from '#/web/backoffice/define-page.ts';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { DateRange } from '#/web/ui/fields/date-range.tsx';
import { dayInBrazil, lastDays } from '#/web/ui/fields/day-range.ts';

const Filters = ({ search, onSearch }: SearchProps<RangeSearch>) => (
  <DateRange range={search} onChange={onSearch} />
);

const SellerRevenue = definePage({
  key: 'seller-revenue',
  title: ({ sellers }) => sellers.revenueTitle,
  note: ({ sellers }) => sellers.revenueText,
  query: sellerRevenueQuery,
  columns: sellerRevenueColumns,
  Item: SellerRevenueItem,
  rowId: revenueRowId,
  rowName: sellerName,
  Filters,
  noFilter: {},
  empty: ({ sellers }) => ({ title: sellers.noRevenueTitle, text: sellers.noRevenueText }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  const search = { ...lastDays(30, dayInBrazil(new Date())), ...Route.useSearch() };
  return <SellerRevenue search={search} onSearch={(next) => void navigate({ search: next })} />;
};

export const Route = createFileRoute('/admin-root/seller-revenue')({
  validateSearch: rangeSearch,
  component: Screen,
});
