import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, so that digits line up. */
  readonly isFigure?: boolean;
  /** Hidden at first. */
  readonly isExtra?: boolean;
}

/** A column without an entry is shown. */
export type Visibility = Readonly<Record<string, boolean>>;
