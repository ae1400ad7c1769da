import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Answer } from '#/web/ui/answer.tsx';
import { presetDays } from '#/web/ui/fields/day-range.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { Page } from '#/web/ui/page.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { Placeholder } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { sellerSummaryQuery } from './dashboard-queries.ts';
import { Methods, PixGeneratedAndPaid, TopProducts } from './method-cards.tsx';
import type { SummaryDay } from './summary.ts';
import { Volume } from './volume.tsx';

const REFRESH_MILLISECONDS = 1_000;

/** Reads the figures again after sales, at most once a second. */
const useFreshFigures = (sellerId: string): void => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveTopic(`sales:${sellerId}`, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refreshQueries(client, { queryKey: ['summary'] });
    }, REFRESH_MILLISECONDS);
  });
};

/** Today's sales, whatever period the page shows. */
const Today = ({ day }: { readonly day: SummaryDay | undefined }) => {
  const { dashboard } = useTexts();
  const { money } = useFormats();
  return (
    <p className="-mt-2 text-ink-muted">
      <Placeholder is={day}>
        {({ approvedCount, approvedAmount }) =>
          approvedCount === 0
            ? dashboard.noneToday
            : dashboard.soldToday(money(approvedAmount), approvedCount)
        }
      </Placeholder>
    </p>
  );
};

interface SellerDashboardProps {
  readonly sellerId: string;
  readonly days: number;
  readonly onDays: (days: number) => void;
  /** The button of a withdrawal. */
  readonly withdraw: ReactNode;
  readonly balances: ReactNode;
  readonly lastSales: ReactNode;
}

export const SellerDashboard = ({
  sellerId,
  days,
  onDays,
  withdraw,
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
        <>
          <div className="order-last ml-auto w-full sm:order-none sm:w-auto">
            <Segmented
              label={period.label}
              value={days}
              options={presetDays.map((value) => ({ value, label: period.days(value) }))}
              onChange={onDays}
            />
          </div>
          {withdraw}
        </>
      }
    >
      <Today day={volume.data?.days.at(-1)} />
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
