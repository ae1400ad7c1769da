import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PlatformFigures } from '#/api/contract/live.ts';
import { presetDays } from '#/web/ui/fields/day-range.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { LiveNumber } from '#/web/ui/live-money.tsx';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { Page } from '#/web/ui/page.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { ErrorCard } from '#/web/ui/states.tsx';
import { Tile, Tiles } from '#/web/ui/tile.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { platformSummaryQuery } from './dashboard-queries.ts';
import { Volume } from './volume.tsx';

interface PlatformDashboardProps {
  readonly platformId: string;
  readonly days: number;
  readonly onDays: (days: number) => void;
  /** The first step of a new platform. */
  readonly start: ReactNode;
}

export const PlatformDashboard = ({ platformId, days, onDays, start }: PlatformDashboardProps) => {
  const { dashboard, period } = useTexts();
  const volume = useQuery(platformSummaryQuery(2 * days));
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
      <Volume days={days} byDay={volume.data?.days} />
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
    // The first snapshot is as new as the summary; a later snapshot can mean that updates were missed.
    const isNews = type === 'delta' || figures !== undefined;
    if (isNews) void refreshQueries(client, { queryKey: ['summary', 'platform'] });
  });
  const { data: summary, error, refetch } = useQuery(platformSummaryQuery(days));
  if (!summary && error) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  const today = figures ?? summary?.days.at(-1);
  const renderFigure = (value: number | undefined, format: (value: number) => string) =>
    value === undefined ? undefined : <LiveNumber value={value} format={format} />;
  return (
    <Tiles label={dashboard.title}>
      <Tile
        label={dashboard.approvedToday}
        value={renderFigure(today?.approvedAmount, money)}
        note={today && dashboard.sales(today.approvedCount)}
      />
      <Tile
        label={dashboard.fees}
        value={renderFigure(summary?.fees, money)}
        note={period.lastDays(summary?.days.length ?? days)}
      />
      <Tile
        label={dashboard.negativeSellers}
        value={renderFigure(summary?.negativeSellers, count)}
        isNegative={summary !== undefined && summary.negativeSellers > 0}
      />
      <Tile
        label={dashboard.pendingWithdrawals}
        value={renderFigure(summary?.pendingWithdrawals, count)}
      />
    </Tiles>
  );
};
