import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { classNames } from '#/web/ui/style/class-names.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { dayFromText, dayPattern, dayText } from './day-text.ts';
import { TextInput } from './field.tsx';
import type { ControlProps } from './field.tsx';

// A day can be typed without the calendar.
const DayCalendar = lazy(() => import('./day-calendar.tsx'));

interface DayFieldProps {
  readonly label?: string;
  /** From a `Field`, instead of `label`. */
  readonly control?: ControlProps;
  /** `2026-11-20`. */
  readonly value: string | undefined;
  readonly onValue: (day: string | undefined) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly className?: string;
}

const isWithin = (day: string, { min, max }: Pick<DayFieldProps, 'min' | 'max'>): boolean =>
  (min === undefined || day >= min) && (max === undefined || day <= max);

/** A field for a day, which is typed in the language's order or picked. */
export const DayField = (props: DayFieldProps) => {
  const { label, control, value, onValue, className } = props;
  const { period } = useUiTexts();
  const language = useLanguage();
  const [draft, setDraft] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const type = (text: string) => {
    setDraft(text);
    const day = dayFromText(text, language);
    if (text.trim() === '') onValue(undefined);
    else if (day !== undefined && isWithin(day, props)) onValue(day);
  };
  const choose = (day: string | undefined) => {
    setDraft(undefined);
    setOpen(false);
    onValue(day);
  };
  return (
    <div className={classNames('relative', className)}>
      <TextInput
        {...control}
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        placeholder={dayPattern[language]}
        maxLength={10}
        className="pr-control"
        value={draft ?? dayText(value, language)}
        onChange={({ target }) => type(target.value)}
        // Text that is not a day is replaced on blur.
        onBlur={() => setDraft(undefined)}
      />
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={label === undefined ? period.calendar : `${period.calendar}: ${label}`}
        onClick={() => setOpen(!isOpen)}
        className="absolute inset-y-0 right-0 grid w-control place-items-center rounded-md text-ink-faint hover:text-ink"
      >
        <CalendarDays aria-hidden className="size-4" />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DayCalendar {...props} anchor={button} onValue={choose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
};
