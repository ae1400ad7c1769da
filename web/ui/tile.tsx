import type { ReactNode } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';
import { Placeholder } from './states.tsx';

interface TileProps {
  readonly label: string;
  /** Undefined: unknown; the tile keeps its place. */
  readonly value: ReactNode | undefined;
  readonly note?: ReactNode;
  readonly action?: ReactNode;
  readonly isNegative?: boolean;
}

export const Tile = ({ label, value, note, action, isNegative = false }: TileProps) => (
  <div role="group" aria-label={label} className="flex min-w-0 flex-col gap-1 p-3 sm:p-4">
    <p className="text-ink-muted">{label}</p>
    <p
      className={classNames(
        'text-lg font-semibold whitespace-nowrap sm:text-xl',
        isNegative && 'text-negative',
      )}
    >
      <Placeholder is={value}>{(content) => content}</Placeholder>
    </p>
    <p className="min-h-4.5 text-xs text-ink-faint">{note}</p>
    {action}
  </div>
);

/** Tiles, four in a row where there is room, otherwise two. */
export const Tiles = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <section aria-label={label} className="@container">
    <div
      className={classNames(
        'grid overflow-hidden rounded-lg border border-line bg-surface shadow-card',
        'grid-cols-2 @3xl:grid-cols-4 [&>*]:border-line [&>*:nth-child(even)]:border-l',
        '[&>*:nth-child(n+3)]:border-t @3xl:[&>*:nth-child(n+3)]:border-t-0 @3xl:[&>*+*]:border-l',
      )}
    >
      {children}
    </div>
  </section>
);
