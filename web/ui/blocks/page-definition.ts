import type { ComponentType } from 'react';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';
import type { Column } from './column.ts';

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

/** How far back a text search has looked. */
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

/** A list of the back office; `Texts` is the dictionary that its words come from. */
export interface PageDefinition<Row extends object, Search extends TableSearch, Texts> {
  /** Name under which the browser stores this page's settings. */
  readonly key: string;
  readonly title: (texts: Texts) => string;
  readonly note?: (texts: Texts) => string;
  /** What can be done on the page as a whole, next to its title. */
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
  /** Distinguishes "nothing yet" from "nothing matches". */
  readonly isFiltered?: (search: Search) => boolean;
  /** The search that "clear the filters" leads to: without any filter, and often empty. */
  readonly noFilter: Search;
  readonly empty: (texts: Texts) => EmptyTexts;
  /** May be lazy, because a user reads the list before opening a row. */
  readonly Detail?: ComponentType<DetailProps>;
  /** Shown when no row matches the filters; without it all lists show the same text. */
  readonly NothingFound?: ComponentType<NothingFoundProps<Search>>;
  /** Announces new rows without moving the rows on screen. */
  readonly News?: ComponentType<NewsProps<Row, Search>>;
}
