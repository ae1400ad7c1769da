import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PlatformFigures } from '#/api/contract/live.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { presetDays } from '#/web/ui/fields/day-range.ts';
import { useFormats } from '#/web/ui/formats.ts';
import { LiveNumber } from '#/web/ui/live-money.tsx';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { Page } from '#/web/ui/page.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { Tile, Tiles } from '#/web/ui/tile.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { platformSummaryQuery } from './dashboard-queries.ts';
import { chartDays } from './summary.ts';
import { VolumeChart } from './volume-chart.tsx';

interface PlatformDashboardProps {
  readonly platformId: string;
  readonly days: number;
  readonly onDays: (days: number) => void;
  /** What a new platform still lacks. */
  readonly start: ReactNode;
}

export const PlatformDashboard = ({ platformId, days, onDays, start }: PlatformDashboardProps) => {
  const { dashboard, period } = useTexts();
  const count = chartDays(days);
  const volume = useQuery(platformSummaryQuery(2 * count));
  return (
    <Page
      title={dashboard.title}
      actions={
        <Segmented
          label={period.label}
          value={days}
          options={presetDays.map((value) => ({ value, label: period.days(value) }))}
          onChange={onDays}
        />
      }
    >
      {start}
      <Figures platformId={platformId} days={days} />
      <Answer query={volume} lines={8}>
        {(data) => <VolumeChart days={data.days} count={count} />}
      </Answer>
    </Page>
  );
};

interface FiguresProps {
  readonly platformId: string;
  readonly days: number;
}

const Figures = ({ platformId, days }: FiguresProps) => {
  const { dashboard, period } = useTexts();
  const { money, count } = useFormats();
  const client = useQueryClient();
  const [figures, setFigures] = useState<PlatformFigures>();
  useLiveTopic(`platform:${platformId}`, ({ data, type }) => {
    setFigures(data);
    if (type === 'delta') void client.invalidateQueries({ queryKey: ['summary', 'platform'] });
  });
  const result = useQuery(platformSummaryQuery(days));
  return (
    <Answer query={result} lines={2}>
      {(summary) => {
        const today = summary.days.at(-1);
        const amount = figures?.approvedAmount ?? today?.approvedAmount ?? 0;
        const sales = figures?.approvedCount ?? today?.approvedCount ?? 0;
        return (
          <Tiles label={dashboard.title}>
            <Tile
              label={dashboard.approvedToday}
              value={<LiveNumber value={amount} format={money} />}
              note={dashboard.sales(sales)}
            />
            <Tile
              label={dashboard.fees}
              value={<LiveNumber value={summary.fees} format={money} />}
              note={period.lastDays(days)}
            />
            <Tile
              label={dashboard.negativeSellers}
              value={<LiveNumber value={summary.negativeSellers} format={count} />}
              isNegative={summary.negativeSellers > 0}
            />
            <Tile
              label={dashboard.pendingWithdrawals}
              value={<LiveNumber value={summary.pendingWithdrawals} format={count} />}
            />
          </Tiles>
        );
      }}
    </Answer>
  );
};
