import { useId } from 'react';
import type { NothingFoundProps, SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { Button } from '#/web/ui/button.tsx';
import { SearchInput } from '#/web/ui/fields/search-input.tsx';
import { Empty } from '#/web/ui/states.tsx';
import type { OwnSellersSearch } from './portfolio-queries.ts';
import { usePortfolioTexts } from './portfolio-texts.ts';

/** Longest search text at the server. */
const LONGEST_SEARCH = 200;

export const OwnSellersFilters = ({ search, onSearch }: SearchProps<OwnSellersSearch>) => {
  const texts = usePortfolioTexts();
  const noteId = useId();
  return (
    <div className="grid w-full gap-1.5">
      <SearchInput
        label={texts.search}
        value={search.text ?? ''}
        onChange={(text) => onSearch({ text: text.slice(0, LONGEST_SEARCH) || undefined })}
        describedBy={noteId}
        className="sm:max-w-lg"
      />
      <p id={noteId} className="text-xs text-ink-faint">
        {texts.searchNote}
      </p>
    </div>
  );
};

/** Says that no seller was found, that the text has no word to search for, or that some sellers are not indexed yet. */
export const NoSellerFound = ({
  search: { text = '' },
  searched,
  onClear,
}: NothingFoundProps<OwnSellersSearch>) => {
  const texts = usePortfolioTexts();
  const action = <Button onClick={onClear}>{texts.clear}</Button>;
  if (searched === 'NOTHING')
    return <Empty filtered title={texts.noWordTitle} text={texts.noWordText} action={action} />;
  return (
    <Empty
      filtered
      title={texts.notFoundTitle(text)}
      text={searched === 'PART' ? texts.stillIndexing : texts.notFoundText}
      action={action}
    />
  );
};
