import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Searched } from '#/api/contract/seller.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { ProblemError } from '#/web/lib/rpc.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import type { Formats } from '#/web/ui/formats.ts';
import { Page } from '#/web/ui/page.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { useAlive } from '#/web/ui/use-alive.ts';
import { useMedia } from '#/web/ui/use-media.ts';
import { extendTrail, newTrail, placeIn } from './cursor-trail.ts';
import { DataTable } from './data-table.tsx';
import type { Column } from './column.ts';
import { neighbours, useRowKeys } from './row-keys.ts';

/** The search parameters of every list, besides its own filters. */
export interface TableSearch {
  readonly cursor?: string | undefined;
  /** The row whose details are open. */
  readonly open?: string | undefined;
}

export interface SearchProps<Search> {
  readonly search: Search;
  /** Puts a new search into the address. */
  readonly onSearch: (search: Search) => void;
}

export interface DetailProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onNext: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
}

interface RowsPage<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  readonly searched?: Searched | undefined;
}

interface EmptyTexts {
  readonly title: string;
  readonly text: string;
}

export interface NewsProps<Row, Search> {
  readonly rows: readonly Row[];
  readonly search: Search;
  readonly onShow: () => void;
}

export interface NothingFoundProps<Search> {
  readonly search: Search;
  /** How far back a text search has looked. */
  readonly searched: Searched | undefined;
  readonly onClear: () => void;
}

export interface PageDefinition<Row extends object, Search extends TableSearch> {
  /** Name under which the browser stores this page's settings. */
  readonly key: string;
  readonly title: (texts: BackofficeTexts) => string;
  readonly note?: (texts: BackofficeTexts) => string;
  readonly query: (search: Search) => {
    readonly queryKey: readonly unknown[];
    readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<RowsPage<Row>>;
  };
  readonly columns: (texts: BackofficeTexts, formats: Formats) => readonly Column<Row>[];
  /** A row on a phone. */
  readonly Item: ComponentType<{ readonly row: Row }>;
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly Filters?: ComponentType<SearchProps<Search>>;
  /** Distinguishes "nothing yet" from "nothing matches". */
  readonly isFiltered?: (search: Search) => boolean;
  /** The search without any filter. */
  readonly unfiltered: Search;
  readonly empty: (texts: BackofficeTexts) => EmptyTexts;
  /** May be lazy, because a user reads the list before opening a row. */
  readonly Detail?: ComponentType<DetailProps>;
  /** Shown when no row matches the filters; without it all lists show the same text. */
  readonly NothingFound?: ComponentType<NothingFoundProps<Search>>;
  /** Announces new rows without moving the rows on screen. */
  readonly News?: ComponentType<NewsProps<Row, Search>>;
}

/** Builds a list of the back office from one description: URL, table, phone cards, paging and drawer. */
export const definePage = <Row extends object, Search extends TableSearch>(
  definition: PageDefinition<Row, Search>,
): ComponentType<SearchProps<Search>> => {
  const DefinedPage = (props: SearchProps<Search>) => (
    <DataTablePage {...props} definition={definition} />
  );
  return DefinedPage;
};

interface DataTablePageProps<
  Row extends object,
  Search extends TableSearch,
> extends SearchProps<Search> {
  readonly definition: PageDefinition<Row, Search>;
}

const DataTablePage = <Row extends object, Search extends TableSearch>(
  props: DataTablePageProps<Row, Search>,
) => {
  const { definition, search, onSearch } = props;
  const { Filters, News } = definition;
  const texts = useTexts();
  const result = useQuery({ ...definition.query(search), placeholderData: keepPreviousData });
  const refresh = () => {
    onSearch({ ...search, cursor: undefined });
    void result.refetch();
  };
  return (
    <Page title={definition.title(texts)} note={definition.note?.(texts)}>
      {Filters && <Filters search={search} onSearch={onSearch} />}
      {News && <News rows={result.data?.items ?? NO_ROWS} search={search} onShow={refresh} />}
      <Card flush className="overflow-hidden *:pt-0">
        {search.cursor !== undefined && isUnknownPage(result.error) ? (
          <PageGone />
        ) : (
          <Answer query={result} lines={12} height="h-17 px-4 md:h-11">
            {({ items, searched }) =>
              items.length === 0 ? (
                <NoRows {...props} searched={searched} />
              ) : (
                <div
                  aria-busy={result.isPlaceholderData}
                  className={result.isPlaceholderData ? 'opacity-60' : ''}
                >
                  <Rows {...props} rows={items} />
                </div>
              )
            }
          </Answer>
        )}
      </Card>
      <Paging {...props} result={result} />
      <OpenDetail {...props} rows={result.data?.items ?? NO_ROWS} />
    </Page>
  );
};

const NO_ROWS: readonly never[] = [];

const isUnknownPage = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'request/invalid-input';

/** Shown when the cursor in the URL belongs to another list, or to none; a link to the first page is below. */
const PageGone = () => {
  const { states } = useTexts();
  return <Empty title={states.pageGoneTitle} text={states.pageGoneText} />;
};

interface WithRows<Row> {
  readonly rows: readonly Row[];
}

const Rows = <Row extends object, Search extends TableSearch>(
  props: DataTablePageProps<Row, Search> & WithRows<Row>,
) => {
  const { definition, search, onSearch, rows } = props;
  const texts = useTexts();
  const formats = useFormats();
  const isAlive = useAlive();
  const isWide = useMedia('(min-width: 768px)');
  const columns = useMemo(() => definition.columns(texts, formats), [definition, texts, formats]);
  const open = (id: string) => onSearch({ ...search, open: id });
  const rowLabel = (row: Row) => texts.common.open(definition.rowName(row));
  // The first render includes both layouts, and the style sheet hides the one that does not fit the width.
  return (
    <>
      {(!isAlive || !isWide) && (
        <div className="md:hidden">
          <Items {...props} onOpen={open} rowLabel={rowLabel} />
        </div>
      )}
      {(!isAlive || isWide) && (
        <div className="max-md:hidden">
          <DataTable
            name={definition.key}
            label={definition.title(texts)}
            columns={columns}
            rows={rows}
            rowId={definition.rowId}
            openId={search.open}
            {...(definition.Detail && { rowLabel, onOpen: open })}
          />
        </div>
      )}
    </>
  );
};

interface ItemsProps<Row extends object, Search extends TableSearch>
  extends DataTablePageProps<Row, Search>, WithRows<Row> {
  readonly onOpen: (id: string) => void;
  readonly rowLabel: (row: Row) => string;
}

const Items = <Row extends object, Search extends TableSearch>(props: ItemsProps<Row, Search>) => {
  const { definition, rows, onOpen, rowLabel } = props;
  return (
    <ul>
      {rows.map((row) => (
        <li
          key={definition.rowId(row)}
          className="relative border-b border-line px-4 py-3 last:border-0"
        >
          {definition.Detail && (
            <button
              type="button"
              aria-label={rowLabel(row)}
              onClick={() => onOpen(definition.rowId(row))}
              className="absolute inset-0 focus-visible:-outline-offset-2"
            />
          )}
          <definition.Item row={row} />
        </li>
      ))}
    </ul>
  );
};

interface NoRowsProps<Row extends object, Search extends TableSearch> extends DataTablePageProps<
  Row,
  Search
> {
  readonly searched: Searched | undefined;
}

const NoRows = <Row extends object, Search extends TableSearch>(
  props: NoRowsProps<Row, Search>,
): ReactNode => {
  const { definition, search, searched, onSearch } = props;
  const { isFiltered, NothingFound, unfiltered } = definition;
  const texts = useTexts();
  if (isFiltered?.(search) !== true) return <Empty {...definition.empty(texts)} />;
  const clear = () => onSearch(unfiltered);
  if (NothingFound) return <NothingFound search={search} searched={searched} onClear={clear} />;
  return (
    <Empty
      filtered
      title={texts.sales.filteredTitle}
      text={texts.sales.filteredText}
      action={<Button onClick={clear}>{texts.sales.clearFilters}</Button>}
    />
  );
};

interface PagingProps<Row extends object, Search extends TableSearch> extends DataTablePageProps<
  Row,
  Search
> {
  readonly result: UseQueryResult<RowsPage<Row>>;
}

const Paging = <Row extends object, Search extends TableSearch>({
  search,
  onSearch,
  result,
}: PagingProps<Row, Search>) => {
  const { common } = useTexts();
  const [trail, setTrail] = useState(newTrail);
  const place = placeIn(trail, search.cursor);
  const nextCursor = result.data?.nextCursor ?? null;
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
    <nav className="flex items-center justify-end gap-2" aria-label={common.next}>
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
        disabled={nextCursor === null || result.isPlaceholderData}
        onClick={() => nextCursor !== null && onNext(nextCursor)}
      >
        {common.next}
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
};

const OpenDetail = <Row extends object, Search extends TableSearch>(
  props: DataTablePageProps<Row, Search> & WithRows<Row>,
) => {
  const { definition, search, onSearch, rows } = props;
  const { Detail } = definition;
  const open = (id: string | undefined) => onSearch({ ...search, open: id });
  const { previous, next } = neighbours(rows.map(definition.rowId), search.open);
  useRowKeys({
    j: next === undefined || !Detail ? undefined : () => open(next),
    k: previous === undefined || !Detail ? undefined : () => open(previous),
  });
  if (!Detail || search.open === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Detail
        id={search.open}
        onClose={() => open(undefined)}
        onNext={next === undefined ? undefined : () => open(next)}
        onPrevious={previous === undefined ? undefined : () => open(previous)}
      />
    </Suspense>
  );
};
