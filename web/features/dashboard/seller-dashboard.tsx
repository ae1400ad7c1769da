import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Answer } from '#/web/ui/answer.tsx';
import { presetDays } from '#/web/ui/fields/day-range.ts';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { Page } from '#/web/ui/page.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { sellerSummaryQuery } from './dashboard-queries.ts';
import { Methods, PixGeneratedAndPaid, TopProducts } from './method-cards.tsx';
import { Volume } from './volume.tsx';

const REFRESH_MILLISECONDS = 1_000;

/** Reads the figures again on live updates of sales, at most once a second. */
const useFreshFigures = (sellerId: string): void => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveTopic(`sales:${sellerId}`, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['summary'] });
    }, REFRESH_MILLISECONDS);
  });
};

interface SellerDashboardProps {
  readonly sellerId: string;
  readonly days: number;
  readonly onDays: (days: number) => void;
  /** The balance tiles. */
  readonly balances: ReactNode;
  readonly lastSales: ReactNode;
}

export const SellerDashboard = ({
  sellerId,
  days,
  onDays,
  balances,
  lastSales,
}: SellerDashboardProps) => {
  const { dashboard, period } = useTexts();
  useFreshFigures(sellerId);
  const summary = useQuery(sellerSummaryQuery(days));
  const volume = useQuery(sellerSummaryQuery(2 * days));
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
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <div className="grid min-w-0 gap-4 lg:col-span-2">
          <Volume days={days} byDay={volume.data?.days} />
          {balances}
          {lastSales}
        </div>
        <div className="grid min-w-0 gap-4">
          <Answer query={summary} lines={18}>
            {(data) => (
              <>
                <Methods summary={data} />
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
