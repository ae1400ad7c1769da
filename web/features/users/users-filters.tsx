import { useId } from 'react';
import type { NothingFoundProps, SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { Button } from '#/web/ui/button.tsx';
import { SearchInput } from '#/web/ui/fields/search-input.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { Empty } from '#/web/ui/states.tsx';
import type { UsersSearch } from './users-queries.ts';
import { useUsersTexts } from './users-texts.ts';

/** Longest search text at the server. */
const LONGEST_SEARCH = 200;

interface UsersFiltersProps extends SearchProps<UsersSearch> {
  /** Whether the search covers document numbers. */
  readonly isWithNumbers: boolean;
}

export const UsersFilters = ({ search, onSearch, isWithNumbers }: UsersFiltersProps) => {
  const texts = useUsersTexts();
  const noteId = useId();
  const options = (['CURRENT', 'WAITING', 'BLOCKED'] as const).map((value) => ({
    value,
    label: texts.states[value],
  }));
  const look = (text: string) => {
    const newText = text.slice(0, LONGEST_SEARCH);
    onSearch({ ...search, cursor: undefined, text: newText || undefined });
  };
  return (
    <div className="grid w-full gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={isWithNumbers ? texts.search : texts.searchWithoutNumbers}
          value={search.text ?? ''}
          onChange={look}
          describedBy={noteId}
          className="sm:max-w-lg"
        />
        <Segmented
          label={texts.filter}
          value={search.state ?? 'CURRENT'}
          options={options}
          onChange={(state) =>
            onSearch({ text: search.text, state: state === 'CURRENT' ? undefined : state })
          }
        />
      </div>
      <p id={noteId} className="text-xs text-ink-faint">
        {texts.searchNote}
      </p>
    </div>
  );
};

/** Says that no one waits for staff, that no one is blocked, or that the search found no one. */
export const NoUserFound = ({ search, searched, onClear }: NothingFoundProps<UsersSearch>) => {
  const texts = useUsersTexts();
  const action = <Button onClick={onClear}>{texts.clear}</Button>;
  const { text, state } = search;
  if (text === undefined && state === 'WAITING') {
    return <Empty title={texts.noneWaitingTitle} text={texts.noneWaitingText} action={action} />;
  }
  if (text === undefined) {
    return <Empty title={texts.noneBlockedTitle} text={texts.noneBlockedText} action={action} />;
  }
  if (searched === 'NOTHING') {
    return <Empty filtered title={texts.noWordTitle} text={texts.noWordText} action={action} />;
  }
  return (
    <Empty
      filtered
      title={texts.notFoundTitle(text)}
      text={searched === 'PART' ? texts.stillIndexing : texts.notFoundText}
      action={action}
    />
  );
};
