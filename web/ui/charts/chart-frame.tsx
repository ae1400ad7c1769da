import { useState } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#/web/ui/card.tsx';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';

export interface ChartTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface ChartFrameProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly table: ChartTable;
  readonly texts: { readonly asTable: string; readonly asChart: string };
  readonly className?: string;
  readonly children: ReactNode;
}

/** A chart, with a button that shows the same figures as a table instead. */
export const ChartFrame = ({ title, note, table, texts, className, children }: ChartFrameProps) => {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title={title}
      note={note}
      {...(className === undefined ? {} : { className })}
      action={
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="min-h-control-small text-sm font-medium text-accent hover:underline"
        >
          {asTable ? texts.asChart : texts.asTable}
        </button>
      }
    >
      {asTable ? <FigureTable title={title} {...table} /> : children}
    </Card>
  );
};

const FigureTable = ({ title, headings, rows }: ChartTable & { readonly title: string }) => (
  <ScrollArea label={title} className="max-h-64">
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left text-xs text-ink-faint">
          {headings.map((heading, index) => (
            <th
              key={heading}
              scope="col"
              className={index === 0 ? 'py-1 font-medium' : 'py-1 pl-4 text-right font-medium'}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]} className="border-t border-line">
            {row.map((cell, index) => (
              <td
                key={headings[index]}
                className={index === 0 ? 'py-1.5' : 'py-1.5 pl-4 text-right'}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollArea>
);
