import { Segmented } from '#/web/ui/segmented.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { DayField } from './day-field.tsx';
import { dayInBrazil, lastDays, presetDays, presetOf } from './day-range.ts';
import type { DayRange } from './day-range.ts';

interface DateRangeProps {
  readonly range: DayRange;
  readonly onChange: (range: DayRange) => void;
}

/** Fields for a range of days: a preset of screens.28, or its first and last day. */
export const DateRange = ({ range, onChange }: DateRangeProps) => {
  const { period } = useUiTexts();
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
        <DayField
          label={period.from}
          max={range.to ?? today}
          value={range.from}
          onValue={(from) => onChange({ ...range, from })}
          className="w-38"
        />
        <span aria-hidden className="text-ink-faint">
          –
        </span>
        <DayField
          label={period.to}
          min={range.from}
          value={range.to}
          onValue={(to) => onChange({ ...range, to })}
          className="w-38"
        />
      </div>
    </div>
  );
};
