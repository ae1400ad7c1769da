export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The value as text (`R$ 97,00`). */
  readonly text: string;
  readonly note?: string;
}

/** Shares of a whole as horizontal bars, largest first by the caller's order; a list to a reader. */
export const BarList = ({ bars }: { readonly bars: readonly Bar[] }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <dl className="grid gap-3.5">
      {bars.map((bar) => (
        <div key={bar.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
          <dt className="truncate text-ink-muted">{bar.label}</dt>
          <dd className="font-medium whitespace-nowrap text-ink tabular-nums">{bar.text}</dd>
          <dd
            aria-hidden
            className="col-span-2 my-1.5 h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <div
              className="h-full rounded-full bg-accent transition-[width] duration-300"
              style={{ width: `${(bar.value / most) * 100}%` }}
            />
          </dd>
          {bar.note !== undefined && (
            <dd className="col-span-2 text-xs text-ink-faint tabular-nums">{bar.note}</dd>
          )}
        </div>
      ))}
    </dl>
  );
};
