import { useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';
import { axisEnd, labelsOf, linePath, pointAt } from './scale.ts';

interface Series {
  readonly label: string;
  readonly values: readonly number[];
}

interface AreaChartProps {
  readonly label: string;
  /** As screen readers say them (`qui., 20 de nov.`). */
  readonly points: readonly string[];
  /** Under the axis. */
  readonly ticks: readonly string[];
  readonly current: Series;
  /** Dashed behind `current`, point by point. */
  readonly previous?: Series | undefined;
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
}

const KEYS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * A line with its area. It is drawn without measuring: the drawing stretches with its box, and its texts are HTML. Arrow keys move
 * between points.
 */
export const AreaChart = (props: AreaChartProps) => {
  const { current, previous, points } = props;
  const last = points.length - 1;
  const [index, setIndex] = useState<number | undefined>();
  const shownIndex = index === undefined ? undefined : Math.min(index, last);
  const end = axisEnd(Math.max(0, ...current.values, ...(previous?.values ?? [])));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = KEYS[event.key];
    if (!next) return;
    event.preventDefault();
    setIndex(next(shownIndex ?? last, last));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setIndex(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-2">
      <div
        aria-hidden
        className="flex h-44 flex-col justify-between text-right text-xs text-ink-faint tabular-nums"
      >
        {[end, end / 2, 0].map((value) => (
          <span key={value} className="-my-2.25">
            {props.formatAxis(value)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={shownIndex ?? Math.max(0, last)}
        aria-valuetext={describePoint(props, shownIndex ?? last)}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setIndex(undefined)}
        onBlur={() => setIndex(undefined)}
        className="relative h-44 cursor-crosshair rounded-sm"
      >
        <Drawing current={current.values} previous={previous?.values} end={end} />
        {shownIndex !== undefined && <Marker {...props} index={shownIndex} end={end} />}
      </div>
      <Ticks ticks={props.ticks} />
    </div>
  );
};

const describePoint = (
  { points, current, previous, format }: AreaChartProps,
  index: number,
): string => {
  const previousValue = previous?.values[index];
  const currentText = `${points[index] ?? ''}: ${format(current.values[index] ?? 0)}`;
  return previousValue === undefined
    ? currentText
    : `${currentText}; ${previous?.label}: ${format(previousValue)}`;
};

interface DrawingProps {
  readonly current: readonly number[];
  readonly previous: readonly number[] | undefined;
  readonly end: number;
}

const Drawing = ({ current, previous, end }: DrawingProps) => {
  const line = linePath(current, end);
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
      fill="none"
    >
      {[0, 50, 100].map((y) => (
        <path key={y} d={`M0 ${y}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      ))}
      {previous && (
        <path
          d={linePath(previous, end)}
          className="stroke-ink-faint"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {current.length > 1 && <path d={`${line}V100H0Z`} className="fill-accent" opacity={0.1} />}
      <path d={line} className="stroke-accent" strokeWidth={2} vectorEffect="non-scaling-stroke" />
    </svg>
  );
};

const Marker = (props: AreaChartProps & { readonly index: number; readonly end: number }) => {
  const { points, current, previous, format, index, end } = props;
  const x = pointAt(index, points.length);
  const value = current.values[index] ?? 0;
  const previousValue = previous?.values[index];
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <div className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${x}%` }} />
      <div
        className="absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-surface bg-accent"
        style={{ left: `${x}%`, bottom: `${(value / end) * 100}%` }}
      />
      <div
        className="absolute -top-2 rounded-md bg-surface px-2.5 py-1.5 text-xs whitespace-nowrap shadow-overlay"
        style={x > 50 ? { right: `calc(${100 - x}% + 10px)` } : { left: `calc(${x}% + 10px)` }}
      >
        <p className="text-ink-faint">{points[index]}</p>
        <p className="font-semibold tabular-nums">{format(value)}</p>
        {previousValue !== undefined && (
          <p className="text-ink-faint tabular-nums">
            {previous?.label}: {format(previousValue)}
          </p>
        )}
      </div>
    </div>
  );
};

/** Keeps the outer labels inside. */
const tickShift = (index: number, count: number): string => {
  if (count > 1 && index === 0) return '';
  return index === count - 1 && count > 1 ? '-translate-x-full' : '-translate-x-1/2';
};

const Ticks = ({ ticks }: { readonly ticks: readonly string[] }) => (
  <div aria-hidden className="relative col-start-2 mt-2 h-4.5 text-xs text-ink-faint tabular-nums">
    {labelsOf(ticks.length, 7).map((index, order, { length }) => (
      <span
        key={index}
        className={classNames(
          'absolute whitespace-nowrap',
          tickShift(index, ticks.length),
          // On phones seven labels do not fit.
          (length - 1 - order) % 2 === 1 && 'max-sm:hidden',
        )}
        style={{ left: `${pointAt(index, ticks.length)}%` }}
      >
        {ticks[index]}
      </span>
    ))}
  </div>
);
