import type { Ranked } from '#/api/contract/manager.ts';
import { Named } from '#/web/ui/avatar.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { DataTable } from '#/web/ui/blocks/data-table.tsx';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { useAlive } from '#/web/ui/hooks/use-alive.ts';
import { useMedia } from '#/web/ui/hooks/use-media.ts';
import type { PortfolioTexts } from '#/web/i18n/pt-br/people/portfolio.ts';
import { Change } from './change.tsx';
import { ownSellerName, type Dashboard } from './portfolio-queries.ts';
import { usePortfolioTexts } from './portfolio-texts.ts';

interface RankingProps {
  readonly dashboard: Dashboard;
  readonly days: number;
}

/** 0 to 1; 0 if the portfolio sold nothing. */
const shareOf = (volume: number, whole: number): number => (whole === 0 ? 0 : volume / whole);

const Seller = ({ row }: { readonly row: Ranked }) => (
  <Named name={row.name}>
    <span className="font-medium">{ownSellerName(row)}</span>
  </Named>
);

const columnsOf = (
  { ranking, dashboard }: PortfolioTexts,
  { count, money, percent }: Formats,
  whole: number,
): readonly Column<Ranked>[] => [
  { id: 'seller', header: ranking.seller, cell: (row) => <Seller row={row} /> },
  { id: 'volume', header: ranking.volume, isFigure: true, cell: ({ volume }) => money(volume) },
  {
    id: 'share',
    header: ranking.share,
    isFigure: true,
    cell: ({ volume }) => percent(shareOf(volume, whole)),
  },
  {
    id: 'change',
    header: ranking.change,
    isFigure: true,
    cell: ({ volume, before }) => (
      <Change now={volume} before={before} none={dashboard.noPrevious} />
    ),
  },
  {
    id: 'sales',
    header: ranking.sales,
    isFigure: true,
    cell: ({ count: sales }) => count(sales),
  },
];

/** Sellers by volume, with share and change. */
export const Ranking = ({ dashboard, days }: RankingProps) => {
  const texts = usePortfolioTexts();
  const formats = useFormats();
  const isAlive = useAlive();
  const isWide = useMedia('(min-width: 768px)');
  const { ranking: rows, others, periods } = dashboard;
  const whole = periods.find((each) => each.days === days)?.volume ?? 0;
  if (rows.length === 0) return <p className="px-4 py-3 text-ink-muted">{texts.ranking.none}</p>;
  return (
    <>
      {/* Until hydration the width is unknown: list and table are rendered, and CSS hides one of them. */}
      {(!isAlive || !isWide) && (
        <ol className="md:hidden">
          {rows.map((row) => (
            <li key={row.sellerId} className="border-b border-line px-4 py-3 last:border-0">
              <Item row={row} whole={whole} />
            </li>
          ))}
        </ol>
      )}
      {(!isAlive || isWide) && (
        <div className="max-md:hidden">
          <DataTable
            name="manager-ranking"
            label={texts.ranking.title}
            columns={columnsOf(texts, formats, whole)}
            rows={rows}
            rowId={({ sellerId }) => sellerId}
          />
        </div>
      )}
      {others > 0 && <p className="px-4 pt-3 text-ink-muted">{texts.ranking.others(others)}</p>}
    </>
  );
};

const Item = ({ row, whole }: { readonly row: Ranked; readonly whole: number }) => {
  const { dashboard } = usePortfolioTexts();
  const { money, percent } = useFormats();
  const { volume, before, count } = row;
  return (
    <div className="flex items-start justify-between gap-3">
      <span className="grid min-w-0 gap-0.5 break-words">
        <Seller row={row} />
        <span className="text-xs text-ink-faint">{dashboard.sales(count)}</span>
      </span>
      <span className="grid justify-items-end gap-0.5">
        <span className="font-medium tabular-nums">{money(volume)}</span>
        <span className="flex flex-wrap justify-end gap-x-2 text-xs">
          <span className="text-ink-muted">{percent(shareOf(volume, whole))}</span>
          <Change now={volume} before={before} none={dashboard.noPrevious} />
        </span>
      </span>
    </div>
  );
};
