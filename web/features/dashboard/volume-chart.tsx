import { AreaChart } from '#/web/ui/charts/area-chart.tsx';
import { ChartFrame } from '#/web/ui/charts/chart-frame.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { useTexts } from '#/web/ui/texts.ts';
import { growth, totalOf, volumeByDay } from './summary.ts';
import type { SummaryDay } from './summary.ts';

interface VolumeChartProps {
  /** Twice the days that are shown, so that the period before is there too. */
  readonly days: readonly SummaryDay[];
  readonly count: number;
}

/** Approved money by day over the same days before. */
export const VolumeChart = ({ days, count }: VolumeChartProps) => {
  const { dashboard, common } = useTexts();
  const formats = useFormats();
  const { current, previous } = volumeByDay(days, count);
  const change = growth(totalOf(current).amount, totalOf(previous).amount);
  const amounts = (of: readonly SummaryDay[]) => of.map(({ approvedAmount }) => approvedAmount);
  return (
    <ChartFrame
      title={dashboard.volume}
      note={
        change === undefined
          ? dashboard.noPrevious
          : dashboard.versus(`${change > 0 ? '+' : ''}${formats.percent(change)}`)
      }
      texts={common}
      table={{
        headings: [dashboard.day, dashboard.count, dashboard.amount, dashboard.previousPeriod],
        rows: current.map((day, index) => [
          formats.day(day.day),
          formats.count(day.approvedCount),
          formats.money(day.approvedAmount),
          previous[index] ? formats.money(previous[index].approvedAmount) : common.none,
        ]),
      }}
    >
      <AreaChart
        label={dashboard.volume}
        points={current.map(({ day }) => formats.daySpoken(day))}
        ticks={current.map(({ day }) => formats.dayShort(day))}
        current={{ label: dashboard.currentPeriod, values: amounts(current) }}
        previous={
          previous.length > 0
            ? { label: dashboard.previousPeriod, values: amounts(previous) }
            : undefined
        }
        format={formats.money}
        formatAxis={formats.moneyAxis}
      />
    </ChartFrame>
  );
};
