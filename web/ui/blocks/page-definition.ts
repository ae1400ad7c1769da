import type { ComponentType } from 'react';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';
import type { Column } from './column.ts';

/** Every list's search, besides its filters. */
export interface TableSearch {
  readonly cursor?: string | undefined;
  /** The opened row. */
  readonly open?: string | undefined;
}

export interface SearchProps<Search> {
  readonly search: Search;
  /** Puts the search into the URL, and a personal search text into the history state. */
  readonly onSearch: (search: Search) => void;
}

export interface DetailProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onNext: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
}

/** How far back a text search has looked; `NOTHING` = the text has no word to search for. */
export type SearchedRange = 'ALL' | 'PART' | 'NOTHING';

export interface RowsPage<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  readonly searched?: SearchedRange | undefined;
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
  readonly searched: SearchedRange | undefined;
  readonly onClear: () => void;
}

export interface PageDefinition<Row extends object, Search extends TableSearch, Texts> {
  /** For settings that the browser stores. */
  readonly key: string;
  readonly title: (texts: Texts) => string;
  readonly note?: (texts: Texts) => string;
  /** Next to the title. */
  readonly Actions?: ComponentType;
  readonly query: (search: Search) => {
    readonly queryKey: readonly unknown[];
    readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<RowsPage<Row>>;
  };
  readonly columns: (texts: Texts, formats: Formats) => readonly Column<Row>[];
  /** A row on a phone. */
  readonly Item: ComponentType<{ readonly row: Row }>;
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly Filters?: ComponentType<SearchProps<Search>>;
  /** Decides whether an empty list says "nothing yet" or "nothing matches". */
  readonly isFiltered?: (search: Search) => boolean;
  /** The search without filters. */
  readonly noFilter: Search;
  readonly empty: (texts: Texts) => EmptyTexts;
  /** May be lazy: the list is read first. */
  readonly Detail?: ComponentType<DetailProps>;
  readonly NothingFound?: ComponentType<NothingFoundProps<Search>>;
  /** Announces new rows without moving others. */
  readonly News?: ComponentType<NewsProps<Row, Search>>;
}
