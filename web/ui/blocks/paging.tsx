import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { ProblemError } from '#/web/lib/rpc.ts';
import { Button } from '#/web/ui/button.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { extendTrail, newTrail, placeIn } from './cursor-trail.ts';
import type { SearchProps, TableSearch } from './page-definition.ts';

export const isUnknownPage = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'request/invalid-input';

/** Shown when the cursor belongs to another list, or is no cursor. */
export const PageGone = () => {
  const { states } = useUiTexts();
  return <Empty title={states.pageGoneTitle} text={states.pageGoneText} />;
};

interface PagingProps<Search extends TableSearch> extends SearchProps<Search> {
  readonly nextCursor: string | null;
  /** The page still shows its former rows, because the new ones are being fetched. `nextCursor` belongs to the former rows. */
  readonly isOld: boolean;
}

/** Buttons to the previous and next page. A response has only the next page's cursor, so those of earlier pages are remembered. */
export const Paging = <Search extends TableSearch>({
  search,
  onSearch,
  nextCursor,
  isOld,
}: PagingProps<Search>) => {
  const { common } = useUiTexts();
  const [trail, setTrail] = useState(newTrail);
  const place = placeIn(trail, search.cursor);
  if (nextCursor === null && !place.hasPrevious) return null;
  const goTo = (cursor: string | undefined) => {
    onSearch({ ...search, cursor, open: undefined });
    scrollTo({ top: 0 });
  };
  const onNext = (next: string) => {
    setTrail(extendTrail(trail, search.cursor, next));
    goTo(next);
  };
  return (
    <nav className="flex items-center justify-end gap-2" aria-label={common.pages}>
      {place.page !== undefined && (
        <span className="mr-2 text-ink-faint tabular-nums">{common.page(place.page)}</span>
      )}
      <Button size="small" disabled={!place.hasPrevious} onClick={() => goTo(place.previous)}>
        <ChevronLeft aria-hidden className="size-4" />
        {place.page === undefined && place.previous === undefined
          ? common.firstPage
          : common.previous}
      </Button>
      <Button
        size="small"
        disabled={nextCursor === null || isOld}
        onClick={() => nextCursor !== null && onNext(nextCursor)}
      >
        {common.next}
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
};
