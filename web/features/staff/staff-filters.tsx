import type { NothingFoundProps, SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { Button } from '#/web/ui/button.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { Empty } from '#/web/ui/states.tsx';
import type { StaffSearch } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';

export const StaffFilters = ({ search, onSearch }: SearchProps<StaffSearch>) => {
  const texts = useStaffTexts();
  const options = (['CURRENT', 'BLOCKED'] as const).map((value) => ({
    value,
    label: texts.states[value],
  }));
  return (
    <Segmented
      label={texts.filter}
      value={search.state ?? 'CURRENT'}
      options={options}
      onChange={(state) => onSearch(state === 'BLOCKED' ? { state } : {})}
    />
  );
};

/** Explains what blocking does. */
export const NoOneBlocked = ({ onClear }: NothingFoundProps<StaffSearch>) => {
  const texts = useStaffTexts();
  return (
    <Empty
      title={texts.noneBlockedTitle}
      text={texts.noneBlockedText}
      action={<Button onClick={onClear}>{texts.seeCurrent}</Button>}
    />
  );
};
