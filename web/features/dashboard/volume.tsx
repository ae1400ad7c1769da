import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { AreaChart } from '#/web/ui/charts/area-chart.tsx';
import { BarList } from '#/web/ui/charts/bar-list.tsx';
import { ChartFrame } from '#/web/ui/charts/chart-frame.tsx';
import { Legend } from '#/web/ui/charts/legend.tsx';
import { axisEnd } from '#/web/ui/charts/scale.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { LiveNumber } from '#/web/ui/live-money.tsx';
import { Placeholder } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { growthOf, totalOf, sumVolumeByDay } from './summary.ts';
import type { SummaryDay } from './summary.ts';

interface VolumeProps {
  readonly days: number;
  /** The days of the period and of the period before it; undefined until loaded. */
  readonly byDay: readonly SummaryDay[] | undefined;
}

/** The approved volume, compared with the period before. */
export const Volume = ({ days: requested, byDay }: VolumeProps) => {
  const { dashboard, period, common } = useTexts();
  const formats = useFormats();
  const days = byDay ? byDay.length / 2 : requested;
  const { current, previous } = sumVolumeByDay(byDay ?? [], days);
  const now = byDay && totalOf(current);
  const before = totalOf(previous);
  return (
    <ChartFrame
      title={dashboard.approvedIn(period.lastDays(days))}
      texts={common}
      table={{
        headings: [dashboard.day, dashboard.count, dashboard.amount, period.previous(days)],
        rows: current.map((day, index) => [
          formats.day(day.day),
          formats.count(day.approvedCount),
          formats.money(day.approvedAmount),
          previous[index] ? formats.money(previous[index].approvedAmount) : common.none,
        ]),
      }}
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p className="text-xl font-semibold sm:text-2xl">
          <Placeholder is={now}>
            {({ amount }) => <LiveNumber value={amount} format={formats.money} />}
          </Placeholder>
        </p>
        <p className="text-ink-muted">{now && dashboard.sales(now.count)}</p>
      </div>
      <p className="mb-4 min-h-5">
        {now && <Change days={days} now={now.amount} before={before.amount} />}
      </p>
      {days === 1 ? (
        <Today now={now?.amount ?? 0} before={before.amount} />
      ) : (
        <ByDay days={days} current={current} previous={previous} />
      )}
    </ChartFrame>
  );
};

interface ChangeProps {
  readonly days: number;
  readonly now: number;
  readonly before: number;
}

/** The change since the period before; the colour says no more than sign and arrow. */
const Change = ({ days, now, before }: ChangeProps) => {
  const { dashboard, period } = useTexts();
  const { percent } = useFormats();
  const change = growthOf(now, before);
  if (change === undefined) return <span className="text-ink-muted">{dashboard.noPrevious}</span>;
  const Icon = change > 0 ? TrendingUp : change < 0 ? TrendingDown : Minus;
  const tone = change > 0 ? 'text-positive' : change < 0 ? 'text-negative' : 'text-ink-muted';
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span className={`flex items-center gap-1 font-semibold ${tone}`}>
        <Icon aria-hidden className="size-4" />
        {change > 0 ? '+' : ''}
        {percent(change)}
      </span>
      <span className="text-ink-muted">{period.against(days)}</span>
    </span>
  );
};

/** A single day makes no line chart: bars on one scale instead. */
const Today = ({ now, before }: Omit<ChangeProps, 'days'>) => {
  const { period } = useTexts();
  const { money } = useFormats();
  const bar = (key: string, label: string, value: number) => ({
    key,
    label,
    value,
    text: money(value),
  });
  return (
    <BarList
      whole={axisEnd(Math.max(now, before))}
      bars={[bar('now', period.now(1), now), bar('before', period.previous(1), before)]}
    />
  );
};

interface ByDayProps {
  readonly days: number;
  readonly current: readonly SummaryDay[];
  readonly previous: readonly SummaryDay[];
}

const ByDay = ({ days, current, previous }: ByDayProps) => {
  const { dashboard, period } = useTexts();
  const formats = useFormats();
  const series = (label: string, of: readonly SummaryDay[]) => ({
    label,
    values: of.map(({ approvedAmount }) => approvedAmount),
  });
  const chartSeries = {
    current: series(period.now(days), current),
    previous: series(period.previous(days), previous),
  };
  return (
    <>
      <AreaChart
        {...chartSeries}
        label={dashboard.volume}
        points={current.map(({ day }) => formats.daySpoken(day))}
        ticks={current.map(({ day }) => formats.dayShort(day))}
        format={formats.money}
        formatAxis={formats.moneyAxis}
      />
      <Legend
        entries={[
          { label: chartSeries.current.label, text: formats.money(totalOf(current).amount) },
          {
            label: period.previous(days),
            text: formats.money(totalOf(previous).amount),
            isDashed: true,
          },
        ]}
      />
    </>
  );
};
