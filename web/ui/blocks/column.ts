import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are right-aligned, so that their digits line up. */
  readonly isFigure?: boolean;
  /** Hidden unless the user chooses it. */
  readonly isExtra?: boolean;
}

/** Which columns are shown; a column without an entry is shown. */
export type Visibility = Readonly<Record<string, boolean>>;
