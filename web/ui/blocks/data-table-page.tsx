import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Page } from '#/web/ui/page.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { useAlive } from '#/web/ui/hooks/use-alive.ts';
import { useMedia } from '#/web/ui/hooks/use-media.ts';
import { DataTable } from './data-table.tsx';
import type { PageDefinition, SearchedRange, SearchProps, TableSearch } from './page-definition.ts';
import { isUnknownPage, PageGone, Paging } from './paging.tsx';
import { neighbours } from './row-keys.ts';
import { useShortcutKeys } from './shortcut-keys.ts';

/** Builds a list page from a description: URL, table, phone cards, paging and drawer. */
export const createDefinePage =
  <Texts,>(useTexts: () => Texts) =>
  <Row extends object, Search extends TableSearch>(
    definition: PageDefinition<Row, Search, Texts>,
  ): ComponentType<SearchProps<Search>> => {
    const DefinedPage = (props: SearchProps<Search>) => (
      <DataTablePage {...props} definition={definition} texts={useTexts()} />
    );
    return DefinedPage;
  };

interface DataTablePageProps<
  Row extends object,
  Search extends TableSearch,
  Texts,
> extends SearchProps<Search> {
  readonly definition: PageDefinition<Row, Search, Texts>;
  readonly texts: Texts;
}

const DataTablePage = <Row extends object, Search extends TableSearch, Texts>(
  props: DataTablePageProps<Row, Search, Texts>,
) => {
  const { definition, texts, search, onSearch } = props;
  const { Actions, Filters, News } = definition;
  const result = useQuery({ ...definition.query(search), placeholderData: keepPreviousData });
  const refresh = () => {
    onSearch({ ...search, cursor: undefined });
    void result.refetch();
  };
  return (
    <Page
      title={definition.title(texts)}
      note={definition.note?.(texts)}
      actions={Actions && <Actions />}
    >
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
      <Paging
        search={search}
        onSearch={onSearch}
        nextCursor={result.data?.nextCursor ?? null}
        isOld={result.isPlaceholderData}
      />
      <OpenDetail {...props} rows={result.data?.items ?? NO_ROWS} />
    </Page>
  );
};

const NO_ROWS: readonly never[] = [];

interface WithRows<Row> {
  readonly rows: readonly Row[];
}

const Rows = <Row extends object, Search extends TableSearch, Texts>(
  props: DataTablePageProps<Row, Search, Texts> & WithRows<Row>,
) => {
  const { definition, texts, search, onSearch, rows } = props;
  const { common } = useUiTexts();
  const formats = useFormats();
  const isAlive = useAlive();
  const isWide = useMedia('(min-width: 768px)');
  const columns = useMemo(() => definition.columns(texts, formats), [definition, texts, formats]);
  const open = (id: string) => onSearch({ ...search, open: id });
  const rowLabel = (row: Row) => common.open(definition.rowName(row));
  // The first render has both layouts; the style sheet hides one.
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

interface ItemsProps<Row extends object, Search extends TableSearch, Texts>
  extends DataTablePageProps<Row, Search, Texts>, WithRows<Row> {
  readonly onOpen: (id: string) => void;
  readonly rowLabel: (row: Row) => string;
}

const Items = <Row extends object, Search extends TableSearch, Texts>(
  props: ItemsProps<Row, Search, Texts>,
) => {
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

interface NoRowsProps<
  Row extends object,
  Search extends TableSearch,
  Texts,
> extends DataTablePageProps<Row, Search, Texts> {
  readonly searched: SearchedRange | undefined;
}

const NoRows = <Row extends object, Search extends TableSearch, Texts>(
  props: NoRowsProps<Row, Search, Texts>,
): ReactNode => {
  const { definition, texts, search, searched, onSearch } = props;
  const { isFiltered, NothingFound, noFilter } = definition;
  const { list } = useUiTexts();
  if (isFiltered?.(search) !== true) return <Empty {...definition.empty(texts)} />;
  const clear = () => onSearch(noFilter);
  if (NothingFound) return <NothingFound search={search} searched={searched} onClear={clear} />;
  return (
    <Empty
      filtered
      title={list.filteredTitle}
      text={list.filteredText}
      action={<Button onClick={clear}>{list.clearFilters}</Button>}
    />
  );
};

const OpenDetail = <Row extends object, Search extends TableSearch, Texts>(
  props: DataTablePageProps<Row, Search, Texts> & WithRows<Row>,
) => {
  const { definition, search, onSearch, rows } = props;
  const { Detail } = definition;
  const open = (id: string | undefined) => onSearch({ ...search, open: id });
  const { previous, next } = neighbours(rows.map(definition.rowId), search.open);
  useShortcutKeys({
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
