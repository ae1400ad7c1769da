export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** `R$ 97,00` */
  readonly text: string;
  readonly note?: string;
}

interface BarListProps {
  readonly bars: readonly Bar[];
  /** The value of a full bar: the sum, or the end of a common scale. */
  readonly whole: number;
}

/** Bars in the caller's order; screen readers get a list. */
export const BarList = ({ bars, whole }: BarListProps) => (
  <dl className="grid gap-3.5">
    {bars.map((bar) => (
      <div key={bar.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
        <dt className="text-ink-muted">{bar.label}</dt>
        <dd className="font-semibold whitespace-nowrap text-ink">{bar.text}</dd>
        <dd aria-hidden className="col-span-2 my-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div
            className="h-full rounded-full bg-accent transition-[width] duration-300"
            style={{ width: `${(100 * bar.value) / Math.max(1, whole)}%` }}
          />
        </dd>
        {bar.note !== undefined && (
          <dd className="col-span-2 text-xs text-ink-faint">{bar.note}</dd>
        )}
      </div>
    ))}
  </dl>
);
