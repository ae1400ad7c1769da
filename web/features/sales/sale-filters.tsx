import type { SearchProps } from '#/web/ui/blocks/data-table-page.tsx';
import { DateRange } from '#/web/ui/fields/date-range.tsx';
import { SearchInput } from '#/web/ui/fields/search-input.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { Button } from '#/web/ui/button.tsx';
import { paymentMethods, paymentStatuses } from '#/web/ui/payment-words.ts';
import { useTexts } from '#/web/ui/texts.ts';
import { isFiltered } from './sale-search.ts';
import type { AdminSaleSearch, SaleSearch } from './sale-search.ts';

interface FilterBarProps<Search> extends SearchProps<Search> {
  readonly unfiltered: Search;
}

const FilterBar = <Search extends SaleSearch>(props: FilterBarProps<Search>) => {
  const { search, onSearch, unfiltered } = props;
  const texts = useTexts();
  /** Another filter is another list: its paging starts over. */
  const filter = (change: Partial<SaleSearch>) =>
    onSearch({ ...search, ...change, cursor: undefined });
  return (
    <>
      <SearchInput
        label={texts.sales.search}
        value={search.search ?? ''}
        onChange={(text) => filter({ search: text || undefined })}
      />
      <Select
        label={texts.sales.statusFilter}
        value={search.status ?? null}
        onChange={(status) => filter({ status: status ?? undefined })}
        options={[
          { value: null, label: texts.sales.allStatuses },
          ...paymentStatuses.map((value) => ({ value, label: texts.status[value] })),
        ]}
      />
      <Select
        label={texts.sales.methodFilter}
        value={search.method ?? null}
        onChange={(method) => filter({ method: method ?? undefined })}
        options={[
          { value: null, label: texts.sales.allMethods },
          ...paymentMethods.map((value) => ({ value, label: texts.method[value] })),
        ]}
      />
      <DateRange range={search} onChange={({ from, to }) => filter({ from, to })} />
      {isFiltered(search) && (
        <Button kind="quiet" size="small" onClick={() => onSearch(unfiltered)}>
          {texts.common.clear}
        </Button>
      )}
    </>
  );
};

export const SaleFilters = (props: SearchProps<SaleSearch>) => (
  <div className="flex flex-wrap items-center gap-2">
    <FilterBar {...props} unfiltered={{}} />
  </div>
);

export const AdminSaleFilters = (props: SearchProps<AdminSaleSearch>) => {
  const { search, onSearch } = props;
  const { sales } = useTexts();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterBar {...props} unfiltered={{}} />
      <SearchInput
        label={sales.sellerFilter}
        value={search.sellerId ?? ''}
        onChange={(text) =>
          onSearch({ ...search, sellerId: text.toLowerCase() || undefined, cursor: undefined })
        }
      />
    </div>
  );
};
