import type { NothingFoundProps } from '#/web/ui/blocks/page-definition.ts';
import { Button } from '#/web/ui/button.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { isFiltered } from './sale-search.ts';
import type { AdminSaleSearch } from './sale-search.ts';

interface NoSaleFoundProps extends NothingFoundProps<AdminSaleSearch> {
  readonly isWithNumbers?: boolean;
}

/** Says what was searched, so that "no match" is not taken for "does not exist". */
export const NoSaleFound = (props: NoSaleFoundProps) => {
  const { search, searched, onClear, isWithNumbers = true } = props;
  const { sales } = useTexts();
  const { text, ...others } = search;
  const action = <Button onClick={onClear}>{sales.clearFilters}</Button>;
  if (text === undefined) {
    return <Empty filtered title={sales.filteredTitle} text={sales.filteredText} action={action} />;
  }
  if (searched === 'NOTHING') {
    return <Empty filtered title={sales.noWordTitle} text={sales.noWordText} action={action} />;
  }
  return (
    <Empty
      filtered
      title={sales.notFoundTitle(text)}
      text={
        <div className="grid gap-2">
          <p>{sales.searchedIn(isWithNumbers)}</p>
          <p>{sales.wholeWords}</p>
          {isFiltered(others) && <p>{sales.onlyWithinFilters}</p>}
          {searched === 'PART' && <p>{sales.stillIndexing}</p>}
        </div>
      }
      action={action}
    />
  );
};
