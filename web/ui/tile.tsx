import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface TileProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly action?: ReactNode;
  readonly isNegative?: boolean;
}

/** One figure with its name and what it means. */
export const Tile = ({ label, value, note, action, isNegative = false }: TileProps) => (
  <div role="group" aria-label={label} className="flex min-w-0 flex-col gap-1 p-3 sm:p-4">
    <p className="text-sm font-medium text-ink-muted">{label}</p>
    <p
      className={classNames(
        'text-lg font-semibold tracking-tight whitespace-nowrap tabular-nums sm:text-xl',
        isNegative && 'text-negative',
      )}
    >
      {value}
    </p>
    {note !== undefined && <p className="text-xs text-ink-faint">{note}</p>}
    {action}
  </div>
);

/** Tiles that belong together, on one surface. */
export const Tiles = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <section
    aria-label={label}
    className={classNames(
      'grid overflow-hidden rounded-lg border border-line bg-surface shadow-card',
      'grid-cols-2 lg:grid-cols-4 [&>*]:border-line [&>*:nth-child(even)]:border-l',
      '[&>*:nth-child(n+3)]:border-t lg:[&>*:nth-child(n+3)]:border-t-0 lg:[&>*+*]:border-l',
    )}
  >
    {children}
  </section>
);
