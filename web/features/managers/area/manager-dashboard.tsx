import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '#/web/i18n/texts.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { presetDays } from '#/web/ui/fields/day-range.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Page } from '#/web/ui/page.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { Empty, Placeholder } from '#/web/ui/states.tsx';
import { Tile, Tiles } from '#/web/ui/tile.tsx';
import { Change } from './change.tsx';
import { dashboardQuery, type Dashboard } from './portfolio-queries.ts';
import { usePortfolioTexts } from './portfolio-texts.ts';
import { Ranking } from './ranking.tsx';

interface ManagerDashboardProps {
  /** The ranking's period. */
  readonly days: number;
  readonly onDays: (days: number) => void;
  readonly toSellers: ReactNode;
}

/** The portfolio's volume, and its sellers by volume. */
export const ManagerDashboard = ({ days, onDays, toSellers }: ManagerDashboardProps) => {
  const { dashboard, ranking } = usePortfolioTexts();
  const { period } = useTexts();
  const result = useQuery(dashboardQuery(days));
  const { data } = result;
  return (
    <Page title={dashboard.title} note={dashboard.note}>
      <p className="-mt-2 text-ink-muted">
        <Placeholder is={data}>{({ sellers }) => dashboard.sellers(sellers)}</Placeholder>
      </p>
      <Volumes periods={data?.periods} />
      <Card
        flush
        title={ranking.title}
        action={
          <Segmented
            label={period.label}
            value={days}
            options={presetDays.map((value) => ({ value, label: period.days(value) }))}
            onChange={onDays}
          />
        }
      >
        <Answer query={result} lines={3} height="h-17 px-4 md:h-11">
          {(shown) => {
            if (shown.sellers === 0)
              return <Empty title={dashboard.emptyTitle} text={dashboard.emptyText} />;
            return (
              <div
                aria-busy={result.isPlaceholderData}
                className={result.isPlaceholderData ? 'opacity-60' : ''}
              >
                <Ranking dashboard={shown} days={days} />
              </div>
            );
          }}
        </Answer>
        <div className="px-4 py-3">{toSellers}</div>
      </Card>
    </Page>
  );
};

/** The periods in days; their tiles are shown before the figures are loaded. */
const PERIODS = [1, 7, 14, 30] as const;

const Volumes = ({ periods }: { readonly periods: Dashboard['periods'] | undefined }) => {
  const { dashboard } = usePortfolioTexts();
  const { period } = useTexts();
  const { money } = useFormats();
  return (
    <Tiles label={dashboard.volumes}>
      {PERIODS.map((days) => {
        const total = periods?.find((each) => each.days === days);
        return (
          <Tile
            key={days}
            label={period.now(days)}
            value={total && money(total.volume)}
            note={
              // Two lines also before the figures are loaded, so that nothing moves.
              <span className="grid *:flex *:min-h-5 *:items-center">
                <span>{total && dashboard.sales(total.count)}</span>
                <span>
                  {total && (
                    <Change now={total.volume} before={total.before} none={dashboard.noPrevious} />
                  )}
                </span>
              </span>
            }
          />
        );
      })}
    </Tiles>
  );
};
