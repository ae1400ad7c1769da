import type { NothingFoundProps, SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { Button } from '#/web/ui/button.tsx';
import { SearchInput } from '#/web/ui/fields/search-input.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { Empty } from '#/web/ui/states.tsx';
import type { AdministratorsSearch } from './administrators-queries.ts';
import { useAdministratorsTexts } from './administrators-texts.ts';

/** Longest search text at the server. */
const LONGEST_SEARCH = 254;

export const AdministratorsFilters = ({ search, onSearch }: SearchProps<AdministratorsSearch>) => {
  const texts = useAdministratorsTexts();
  const { text, state, platformId } = search;
  const options = (['CURRENT', 'BLOCKED'] as const).map((value) => ({
    value,
    label: texts.states[value],
  }));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={texts.search}
        value={text ?? ''}
        onChange={(typed) =>
          onSearch({ state, platformId, text: typed.slice(0, LONGEST_SEARCH) || undefined })
        }
      />
      <Segmented
        label={texts.filter}
        value={state ?? 'CURRENT'}
        options={options}
        onChange={(chosen) =>
          onSearch({ text, platformId, state: chosen === 'BLOCKED' ? chosen : undefined })
        }
      />
      {platformId !== undefined && (
        <span className="flex flex-wrap items-center gap-2 text-ink-muted">
          {texts.ofPlatform(platformId)}
          <Button onClick={() => onSearch({ text, state })}>{texts.allPlatforms}</Button>
        </span>
      )}
    </div>
  );
};

/** Says that the search found no one, that no one is blocked, or that the platform has no administrator yet. */
export const NoAdministrator = ({ search, onClear }: NothingFoundProps<AdministratorsSearch>) => {
  const texts = useAdministratorsTexts();
  const action = <Button onClick={onClear}>{texts.clear}</Button>;
  if (search.text !== undefined)
    return <Empty filtered title={texts.notFoundTitle} text={texts.notFoundText} action={action} />;
  if (search.state === 'BLOCKED')
    return <Empty title={texts.noneBlockedTitle} text={texts.noneBlockedText} action={action} />;
  return (
    <Empty title={texts.noneOfPlatformTitle} text={texts.noneOfPlatformText} action={action} />
  );
};
