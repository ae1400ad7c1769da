import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { classNames } from '#/web/ui/style/class-names.ts';
import { usePopupContainer } from '#/web/ui/hooks/popup-container.ts';
import { ShownFocusGuards } from '#/web/ui/shown-focus-guards.tsx';
import { triggerClass } from './closed-list.tsx';
import type { SelectProps } from './select.tsx';

const ITEM = classNames(
  'grid min-h-control-small grid-cols-[1rem_1fr] items-center gap-2 rounded-sm py-1 pr-3 pl-2',
  'text-control outline-none select-none data-highlighted:bg-sunken',
);

/** screens.29: at most 265 px high; an empty list says "Nothing found." in any language. */
const SelectList = (props: SelectProps<string>) => (
  <Base.Root<string | null>
    defaultOpen
    items={props.options}
    value={props.value}
    onValueChange={(value) => props.onChange(value)}
    modal={false}
  >
    <Base.Trigger
      {...props.control}
      aria-label={props.label}
      className={classNames(triggerClass, props.className)}
    >
      <Base.Value className="truncate" placeholder={props.placeholder} />
      <Base.Icon>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      </Base.Icon>
    </Base.Trigger>
    <Base.Portal container={usePopupContainer()}>
      <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
        <Base.Popup className="min-w-(--anchor-width) rounded-lg bg-surface shadow-overlay outline-none">
          <ShownFocusGuards />
          {props.options.length === 0 ? (
            // A listbox must have an option.
            <div
              role="option"
              aria-selected={false}
              aria-disabled
              className="px-3 py-2 text-ink-faint"
            >
              Nothing found.
            </div>
          ) : (
            <Base.List className="max-h-[265px] overflow-y-auto p-1">
              {props.options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={ITEM}>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </Base.ItemIndicator>
                  <Base.ItemText className="col-start-2">{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          )}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

export default SelectList;
