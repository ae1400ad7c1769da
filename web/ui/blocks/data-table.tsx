import {
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { Columns3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { classNames } from '#/web/ui/class-names.ts';
import { Menu, MenuToggle } from '#/web/ui/menu.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the right, so that their digits line up. */
  readonly isFigure?: boolean;
  /** Shown only when the reader asks for it. */
  readonly isExtra?: boolean;
}

const features = tableFeatures({ columnVisibilityFeature });

type Visibility = Readonly<Record<string, boolean>>;

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

/** Which columns are shown: those of the page, changed by what this browser remembers. */
const useVisibility = <Row,>(name: string, columns: readonly Column<Row>[]) => {
  const [chosen, setChosen] = useState(() => storedVisibility(name));
  const visibility = useMemo(() => {
    const extras = columns.filter(({ isExtra }) => isExtra === true);
    return { ...Object.fromEntries(extras.map(({ id }) => [id, false])), ...chosen };
  }, [columns, chosen]);
  const toggle = (id: string, shown: boolean) => {
    const next = { ...chosen, [id]: shown };
    setChosen(next);
    try {
      localStorage.setItem(storageKey(name), JSON.stringify(next));
    } catch {
      // Without storage the choice lasts for the visit.
    }
  };
  return { visibility, toggle };
};

interface DataTableProps<Row extends object> {
  readonly name: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** What opening a row is called (`Abrir E-book`). */
  readonly rowLabel?: (row: Row) => string;
  readonly openId?: string | undefined;
  readonly onOpen?: (id: string) => void;
}

/** Rows of a server's page. A row opens as a whole, through one real button in its first cell. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { name, columns, rows, rowId, openId } = props;
  const { visibility, toggle } = useVisibility(name, columns);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map(({ id, header, cell }) =>
      helper.display({ id, header, cell: ({ row }) => cell(row.original) }),
    );
  }, [columns]);
  const figures = new Set(columns.filter(({ isFigure }) => isFigure).map(({ id }) => id));
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility: visibility },
  });
  return (
    <div className="relative">
      <div className="absolute top-0.5 right-1.5 z-10">
        <ColumnMenu columns={columns} visibility={visibility} onToggle={toggle} />
      </div>
      <ScrollArea label={props.label}>
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line">
              {table.getHeaderGroups()[0]?.headers.map((header) => (
                <th key={header.id} scope="col" className={headClass(figures.has(header.id))}>
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                aria-current={row.id === openId || undefined}
                className="relative border-b border-line last:border-0 hover:bg-canvas aria-[current=true]:bg-accent-soft"
              >
                {row.getVisibleCells().map((cell, index) => (
                  <td key={cell.id} className={cellClass(figures.has(cell.column.id))}>
                    {index === 0 && <RowButton {...props} row={row.original} />}
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );
};

const headClass = (isFigure: boolean): string =>
  classNames(
    'h-9 px-3 text-xs font-medium whitespace-nowrap text-ink-faint first:pl-4 last:pr-12',
    isFigure && 'text-right',
  );

const cellClass = (isFigure: boolean): string =>
  classNames(
    'h-11 max-w-72 truncate px-3 whitespace-nowrap tabular-nums first:pl-4 last:pr-4',
    isFigure && 'text-right',
  );

const RowButton = <Row extends object>(props: DataTableProps<Row> & { readonly row: Row }) => {
  const { row, rowId, rowLabel, onOpen } = props;
  if (!onOpen || !rowLabel) return null;
  return (
    <button
      type="button"
      aria-label={rowLabel(row)}
      onClick={() => onOpen(rowId(row))}
      className="absolute inset-0 focus-visible:-outline-offset-2"
    />
  );
};

interface ColumnMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly visibility: Visibility;
  readonly onToggle: (id: string, shown: boolean) => void;
}

const ColumnMenu = <Row,>({ columns, visibility, onToggle }: ColumnMenuProps<Row>) => {
  const { common } = useTexts();
  return (
    <Menu
      label={common.columns}
      trigger={
        <Button kind="quiet" size="icon" className="size-8!">
          <Columns3 aria-hidden className="size-4" />
        </Button>
      }
    >
      {columns.slice(1).map(({ id, header }) => (
        <MenuToggle
          key={id}
          checked={visibility[id] !== false}
          onChange={(shown) => onToggle(id, shown)}
        >
          {header}
        </MenuToggle>
      ))}
    </Menu>
  );
};
