import { Popover } from '@base-ui/react/popover';
import { useRef } from 'react';
import type { RefObject } from 'react';
import { DayPicker } from 'react-day-picker';
import { enUS } from 'react-day-picker/locale/en-US';
import { ptBR } from 'react-day-picker/locale/pt-BR';
import { localeOf, useLanguage } from '#/web/lib/i18n.ts';
import { buttonClass } from '#/web/ui/button.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { usePopupContainer } from '#/web/ui/hooks/popup-container.ts';
import { ShownFocusGuards } from '#/web/ui/shown-focus-guards.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { dayInBrazil } from './day-range.ts';

const LOCALES = { pt: ptBR, en: enUS } as const;

/** Early enough for a date of birth. */
const FIRST_MONTH = new Date(1900, 0);

const LOOK = {
  month_caption: 'flex h-control items-center px-2',
  caption_label: 'hidden',
  dropdowns: 'flex gap-1.5',
  dropdown:
    'h-control-small rounded-sm border border-field bg-surface px-1 text-control font-medium capitalize',
  nav: 'absolute top-1 right-1 flex sm:top-3 sm:right-3',
  chevron: 'size-4 fill-current',
  month_grid: 'mt-2',
  weekday: 'h-8 text-xs font-medium text-ink-faint',
  day: 'p-0.5 text-center',
  day_button: 'size-control-small rounded-md hover:bg-sunken',
  today: 'font-semibold text-accent',
  selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-hover',
  disabled: '[&>button]:pointer-events-none [&>button]:opacity-40',
} as const;

/** Noon, so that no time zone moves the day. */
const dateOf = (day: string | undefined): Date | undefined =>
  day === undefined ? undefined : new Date(`${day}T12:00:00`);

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

interface DayCalendarProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly value: string | undefined;
  readonly onValue: (day: string | undefined) => void;
  readonly onClose: () => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A calendar in a popup. Arrow keys move between days; Escape returns to the field. */
const DayCalendar = ({ anchor, value, onValue, onClose, min, max }: DayCalendarProps) => {
  const { period } = useUiTexts();
  const language = useLanguage();
  const popup = useRef<HTMLDivElement>(null);
  // `Friday, November 20, 2026`: the calendar itself would say `20th`.
  const spokenDate = new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'full' });
  const selected = dateOf(value);
  const minDate = dateOf(min);
  const maxDate = dateOf(max);
  const today = dateOf(dayInBrazil(new Date())) ?? new Date();
  const bounds = [minDate && { before: minDate }, maxDate && { after: maxDate }];
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Portal container={usePopupContainer()}>
        <Popover.Positioner anchor={anchor} sideOffset={6} align="end" className="z-50">
          <Popover.Popup
            aria-label={period.calendar}
            // Arrow keys move between days at once.
            initialFocus={() =>
              popup.current?.querySelector<HTMLElement>('td [tabindex="0"]') ?? true
            }
            finalFocus={anchor}
            ref={popup}
            // Seven days large enough for fingers nearly fill a phone.
            className="relative rounded-lg bg-surface p-1 text-ink sm:p-3 shadow-overlay outline-none"
          >
            {/* WCAG forbids hiding focusable elements from screen readers. */}
            <ShownFocusGuards />
            <DayPicker
              mode="single"
              locale={LOCALES[language]}
              captionLayout="dropdown"
              selected={selected}
              today={today}
              defaultMonth={selected ?? maxDate ?? today}
              startMonth={minDate ?? FIRST_MONTH}
              endMonth={maxDate ?? new Date(today.getFullYear() + 5, 11)}
              disabled={bounds.filter((bound) => bound !== undefined)}
              onSelect={(date) => date && onValue(dayOf(date))}
              labels={{
                labelDayButton: (date, { today: isToday }) =>
                  `${isToday ? `${period.days(1)}, ` : ''}${spokenDate.format(date)}`,
                labelPrevious: () => period.previousMonth,
                labelNext: () => period.nextMonth,
              }}
              classNames={{
                ...LOOK,
                button_previous: classNames(buttonClass('quiet', 'icon')),
                button_next: classNames(buttonClass('quiet', 'icon')),
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};

export default DayCalendar;
