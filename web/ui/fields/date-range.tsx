import { Segmented } from '#/web/ui/segmented.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { dayInBrazil, lastDays, presetDays, presetOf } from './day-range.ts';
import type { DayRange } from './day-range.ts';

const DAY =
  'h-9 rounded-md border border-line-strong bg-surface px-2 text-sm text-ink tabular-nums shadow-card';

interface DateRangeProps {
  readonly range: DayRange;
  readonly onChange: (range: DayRange) => void;
}

/** Spec 2 §2's presets, or two days of the reader's choice; both fields are the browser's own. */
export const DateRange = ({ range, onChange }: DateRangeProps) => {
  const { period } = useTexts();
  const today = dayInBrazil(new Date());
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={period.label}
        value={presetOf(range, today)}
        options={presetDays.map((days) => ({ value: days, label: period.days(days) }))}
        onChange={(days) => onChange(lastDays(days, today))}
      />
      <div className="flex items-center gap-1.5">
        <input
          type="date"
          aria-label={period.from}
          className={DAY}
          max={range.to ?? today}
          value={range.from ?? ''}
          onChange={({ target }) => onChange({ ...range, from: target.value || undefined })}
        />
        <span aria-hidden className="text-ink-faint">
          –
        </span>
        <input
          type="date"
          aria-label={period.to}
          className={DAY}
          min={range.from}
          value={range.to ?? ''}
          onChange={({ target }) => onChange({ ...range, to: target.value || undefined })}
        />
      </div>
    </div>
  );
};
