import { useId, useState } from 'react';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { Button } from '#/web/ui/button.tsx';
import { DateRange } from '#/web/ui/fields/date-range.tsx';
import { SearchInput } from '#/web/ui/fields/search-input.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { paymentMethods, paymentStatuses } from './payment-statuses.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { isFiltered, LONGEST_SEARCH } from './sale-search.ts';
import type { AdminSaleSearch, SaleSearch } from './sale-search.ts';
import { SellerChoice } from './seller-choice.tsx';

interface BoxProps {
  readonly text: string | undefined;
  readonly onText: (text: string | undefined) => void;
  readonly isWithNumbers: boolean;
}

/** One search box, and a note that lists the fields that are searched. */
const SearchBox = ({ text, onText, isWithNumbers }: BoxProps) => {
  const { sales } = useTexts();
  const noteId = useId();
  const [isTooLong, setTooLong] = useState(false);
  const change = (newText: string) => {
    setTooLong(newText.length > LONGEST_SEARCH);
    if (newText.length <= LONGEST_SEARCH) onText(newText || undefined);
  };
  return (
    <div className="grid w-full gap-1.5">
      <SearchInput
        label={isWithNumbers ? sales.search : sales.searchWithoutNumbers}
        value={text ?? ''}
        onChange={change}
        describedBy={noteId}
        isInvalid={isTooLong}
        className="sm:max-w-lg"
      />
      <p
        id={noteId}
        role={isTooLong ? 'alert' : undefined}
        className={isTooLong ? 'text-xs text-negative' : 'text-xs text-ink-faint'}
      >
        {isTooLong ? sales.searchTooLong(LONGEST_SEARCH) : sales.searchedIn(isWithNumbers)}
      </p>
    </div>
  );
};

/** Returns the search with a changed filter, from the first page on. */
const refine = <Search extends SaleSearch>(search: Search, change: Partial<Search>): Search => ({
  ...search,
  ...change,
  cursor: undefined,
});

const StateFilters = ({ search, onSearch }: SearchProps<SaleSearch>) => {
  const texts = useTexts();
  const filter = (change: Partial<SaleSearch>) => onSearch(refine(search, change));
  return (
    <>
      <Select
        className="max-sm:flex-1"
        label={texts.sales.statusFilter}
        value={search.status ?? null}
        onChange={(status) => filter({ status: status ?? undefined })}
        options={[
          { value: null, label: texts.sales.allStatuses },
          ...paymentStatuses.map((value) => ({ value, label: texts.status[value] })),
        ]}
      />
      <Select
        className="max-sm:flex-1"
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
        <Button kind="quiet" size="small" onClick={() => onSearch({})}>
          {texts.common.clear}
        </Button>
      )}
    </>
  );
};

export const SaleFilters = ({ search, onSearch }: SearchProps<SaleSearch>) => (
  <div className="flex flex-wrap items-center gap-2">
    <SearchBox
      text={search.text}
      onText={(text) => onSearch(refine(search, { text }))}
      isWithNumbers
    />
    <StateFilters search={search} onSearch={onSearch} />
  </div>
);

interface AdminSaleFiltersProps extends SearchProps<AdminSaleSearch> {
  /** Whether the box names documents and phones too. The server decides what is searched. */
  readonly isWithNumbers: boolean;
}

export const AdminSaleFilters = (props: AdminSaleFiltersProps) => {
  const { search, onSearch, isWithNumbers } = props;
  const filter = (change: Partial<AdminSaleSearch>) => onSearch(refine(search, change));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        text={search.text}
        onText={(text) => filter({ text })}
        isWithNumbers={isWithNumbers}
      />
      <SellerChoice sellerId={search.sellerId} onChange={(sellerId) => filter({ sellerId })} />
      <StateFilters search={search} onSearch={onSearch} />
    </div>
  );
};
