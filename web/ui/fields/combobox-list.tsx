import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import { classNames } from '#/web/ui/style/class-names.ts';
import { usePopupContainer } from '#/web/ui/hooks/popup-container.ts';
import { ShownFocusGuards } from '#/web/ui/shown-focus-guards.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { triggerClass } from './closed-list.tsx';
import type { Choice, ComboboxProps } from './combobox.tsx';
import { fieldClass } from './field.tsx';

const ITEM = classNames(
  'grid min-h-control-small grid-cols-[1rem_1fr] items-center gap-2 rounded-sm py-1 pr-3 pl-2',
  'text-control outline-none select-none data-highlighted:bg-sunken',
);

/** Loaded when the pointer or focus is near. */
const ComboboxList = (props: ComboboxProps) => {
  const { label, value, options, onText, onChange } = props;
  const { common } = useUiTexts();
  return (
    <Base.Root<Choice>
      defaultOpen
      items={options}
      filter={null}
      value={value}
      onValueChange={(option) => option && onChange(option)}
      onInputValueChange={onText}
      isItemEqualToValue={(one, other) => one.value === other.value}
      autoHighlight
      modal
    >
      <Base.Trigger
        aria-label={`${label}: ${value.label}`}
        className={classNames(triggerClass, 'max-w-64')}
      >
        <span className="truncate">{value.label}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      </Base.Trigger>
      <Base.Portal container={usePopupContainer()}>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            aria-label={label}
            className="w-72 max-w-(--available-width) rounded-lg bg-surface shadow-overlay outline-none"
          >
            <ShownFocusGuards />
            <div className="p-1 pb-0">
              <Base.Input
                aria-label={common.searchIn(label)}
                placeholder={common.searchIn(label)}
                className={classNames('w-full', fieldClass)}
              />
            </div>
            <Base.Empty>
              <p className="px-3 py-2 text-ink-faint">Nothing found.</p>
            </Base.Empty>
            <Base.List className="max-h-[265px] overflow-y-auto p-1 empty:p-0">
              {(option: Choice) => (
                <Base.Item key={option.value} value={option} className={ITEM}>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </Base.ItemIndicator>
                  <span className="col-start-2 truncate">{option.label}</span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};

export default ComboboxList;
