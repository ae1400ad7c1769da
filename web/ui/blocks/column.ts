import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the right, so that their digits line up. */
  readonly isFigure?: boolean;
  /** Shown only when the reader asks for it. */
  readonly isExtra?: boolean;
}

/** Which columns are shown; one that is not named is. */
export type Visibility = Readonly<Record<string, boolean>>;
