import { classNames } from '#/web/ui/style/class-names.ts';

interface SegmentedProps<Value extends string | number> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** Toggle buttons; on a phone they take a row. */
export const Segmented = <Value extends string | number>(props: SegmentedProps<Value>) => (
  <div
    role="group"
    aria-label={props.label}
    className="flex h-control w-full rounded-md border border-line-strong bg-surface p-0.5 shadow-card sm:w-fit"
  >
    {props.options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === props.value}
        onClick={() => props.onChange(option.value)}
        className={classNames(
          // The area to press includes the frame.
          'relative grow rounded-sm px-2.5 text-sm font-medium whitespace-nowrap after:absolute after:inset-x-0 after:-inset-y-1',
          option.value === props.value
            ? 'bg-accent-soft text-accent'
            : 'text-ink-muted hover:text-ink',
        )}
      >
        {option.label}
      </button>
    ))}
  </div>
);
