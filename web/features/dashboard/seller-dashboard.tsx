import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Answer } from '#/web/ui/answer.tsx';
import { presetDays } from '#/web/ui/fields/day-range.ts';
import { useFormats } from '#/web/ui/formats.ts';
import { LiveNumber } from '#/web/ui/live-money.tsx';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { Page } from '#/web/ui/page.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { lastSalesQuery, sellerSummaryQuery } from './dashboard-queries.ts';
import { LastSales } from './last-sales.tsx';
import { Methods, PixGeneratedAndPaid, TopProducts } from './method-cards.tsx';
import { chartDays } from './summary.ts';
import { VolumeChart } from './volume-chart.tsx';

const REFRESH_MILLISECONDS = 1_000;

/** Reads the figures again when sales tick, at most once a second however fast they come. */
const useFreshFigures = (sellerId: string): void => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveTopic(`sales:${sellerId}`, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['summary'] });
      void client.invalidateQueries({ queryKey: lastSalesQuery.queryKey });
    }, REFRESH_MILLISECONDS);
  });
};

interface SellerDashboardProps {
  readonly sellerId: string;
  readonly days: number;
  readonly onDays: (days: number) => void;
  /** The balance tiles. */
  readonly balances: ReactNode;
}

export const SellerDashboard = ({ sellerId, days, onDays, balances }: SellerDashboardProps) => {
  const { dashboard, period } = useTexts();
  useFreshFigures(sellerId);
  const summary = useQuery(sellerSummaryQuery(days));
  const count = chartDays(days);
  const volume = useQuery(sellerSummaryQuery(2 * count));
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
      <ApprovedToday />
      {balances}
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <div className="lg:col-span-2">
          <Answer query={volume} lines={8}>
            {(data) => <VolumeChart days={data.days} count={count} />}
          </Answer>
        </div>
        <Answer query={summary} lines={5}>
          {(data) => <Methods summary={data} />}
        </Answer>
        <LastSales />
        <div className="grid gap-4">
          <Answer query={summary} lines={5}>
            {(data) => (
              <>
                <PixGeneratedAndPaid summary={data} />
                <TopProducts summary={data} />
              </>
            )}
          </Answer>
        </div>
      </div>
    </Page>
  );
};

/** The day's approved money, which is what a seller looks for first. */
const ApprovedToday = () => {
  const { dashboard } = useTexts();
  const { money } = useFormats();
  const result = useQuery(sellerSummaryQuery(1));
  const today = result.data?.days.at(-1);
  return (
    <section aria-label={dashboard.approvedToday}>
      <p className="text-sm font-medium text-ink-muted">{dashboard.approvedToday}</p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <LiveNumber
          value={today?.approvedAmount ?? 0}
          format={money}
          className="text-2xl font-semibold tracking-tight"
        />
        <span className="text-ink-muted tabular-nums">
          {dashboard.sales(today?.approvedCount ?? 0)}
        </span>
      </p>
    </section>
  );
};
