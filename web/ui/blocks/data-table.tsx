import { lazy, Suspense, useMemo, useState } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';
import { useAlive } from '#/web/ui/hooks/use-alive.ts';
import type { Column, Visibility } from './column.ts';
import { ROW_LINK } from './row-link.ts';

// Lazy: a table is read without its menu.
const ColumnMenu = lazy(() => import('./column-menu.tsx'));

const storageKey = (name: string): string => `razao.columns.${name}`;

const storedVisibility = (name: string): Visibility => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(name)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const entries = Object.entries(stored);
    return Object.fromEntries(entries.filter(([, shown]) => typeof shown === 'boolean'));
  } catch {
    return {};
  }
};

/** The page's defaults, changed by choices in this browser. */
const useVisibility = <Row,>(name: string, columns: readonly Column<Row>[]) => {
  const isAlive = useAlive();
  const storedChoice = useMemo(() => (isAlive ? storedVisibility(name) : {}), [isAlive, name]);
  const [newChoice, setNewChoice] = useState<Visibility>();
  const choice = newChoice ?? storedChoice;
  const visibility = useMemo(() => {
    const extras = columns.filter(({ isExtra }) => isExtra === true);
    return { ...Object.fromEntries(extras.map(({ id }) => [id, false])), ...choice };
  }, [columns, choice]);
  const toggle = (id: string, shown: boolean) => {
    const next = { ...choice, [id]: shown };
    setNewChoice(next);
    try {
      localStorage.setItem(storageKey(name), JSON.stringify(next));
    } catch {
      // Without storage the choice lasts as long as the table.
    }
  };
  return { visibility, toggle, isAlive };
};

interface DataTableProps<Row extends object> {
  readonly name: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Accessible name of the row's button (`Abrir E-book`). */
  readonly rowLabel?: (row: Row) => string;
  readonly openId?: string | undefined;
  readonly onOpen?: (id: string) => void;
}

/** With `onOpen` and `rowLabel` the whole row is clickable, through a button in its first cell. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { name, label, columns, rows, rowId, openId } = props;
  const { visibility, toggle, isAlive } = useVisibility(name, columns);
  const shown = columns.filter(({ id }) => visibility[id] !== false);
  return (
    <ScrollArea label={label}>
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line">
            {shown.map(({ id, header, isFigure }) => (
              <th key={id} scope="col" className={classNames(HEAD, isFigure && 'text-right')}>
                {header}
              </th>
            ))}
            <td className="w-10 pr-1.5 text-right">
              {isAlive && (
                <Suspense fallback={null}>
                  <ColumnMenu columns={columns} visibility={visibility} onToggle={toggle} />
                </Suspense>
              )}
            </td>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              aria-current={rowId(row) === openId || undefined}
              className="relative border-b border-line last:border-0 has-data-row:hover:bg-canvas aria-[current=true]:bg-accent-soft"
            >
              {shown.map(({ id, cell, isFigure }, index) => (
                <td key={id} className={classNames(CELL, isFigure && 'text-right')}>
                  {index === 0 && <RowButton {...props} row={row} />}
                  {cell(row)}
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
};

const HEAD = 'h-9 px-3 text-xs font-medium whitespace-nowrap text-ink-faint first:pl-4';
const CELL = 'h-11 max-w-72 truncate px-3 whitespace-nowrap tabular-nums first:pl-4';

const RowButton = <Row extends object>(props: DataTableProps<Row> & { readonly row: Row }) => {
  const { row, rowId, rowLabel, onOpen } = props;
  if (!onOpen || !rowLabel) return null;
  return (
    <button
      {...ROW_LINK}
      type="button"
      aria-label={rowLabel(row)}
      onClick={() => onOpen(rowId(row))}
      className="absolute inset-0 focus-visible:-outline-offset-2"
    />
  );
};
