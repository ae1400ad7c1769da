import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';
import { usePopupContainer } from './hooks/popup-container.ts';
import { ShownFocusGuards } from './shown-focus-guards.tsx';

const ITEM = classNames(
  'flex min-h-control-small w-full items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none',
  'text-ink data-highlighted:bg-sunken',
);

interface MenuProps {
  /** For a trigger without text. */
  readonly label?: string;
  readonly trigger: ReactElement;
  /** For a menu whose button was pressed before its code was loaded. */
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

export const Menu = ({ label, trigger, isOpenAtFirst = false, children }: MenuProps) => (
  <Base.Root modal={false} defaultOpen={isOpenAtFirst}>
    <Base.Trigger render={trigger} aria-label={label} />
    <Base.Portal container={usePopupContainer()}>
      <Base.Positioner sideOffset={6} align="end" className="z-50">
        <Base.Popup className="min-w-48 rounded-lg bg-surface p-1 shadow-overlay outline-none">
          <ShownFocusGuards />
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

interface MenuItemProps {
  readonly onClick: () => void;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

export const MenuItem = ({ onClick, icon, children }: MenuItemProps) => (
  <Base.Item className={ITEM} onClick={onClick}>
    {icon}
    {children}
  </Base.Item>
);

interface MenuChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

/** Options of which one is chosen; it has a mark. */
export const MenuChoice = <Value extends string>(props: MenuChoiceProps<Value>) => (
  <Base.Group>
    <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-faint">
      {props.label}
    </Base.GroupLabel>
    <Base.RadioGroup value={props.value} onValueChange={props.onChange}>
      {props.options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={ITEM}>
          <span className="size-4">
            <Base.RadioItemIndicator>
              <Check aria-hidden className="size-4 text-accent" />
            </Base.RadioItemIndicator>
          </span>
          {option.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  </Base.Group>
);

export const MenuSeparator = () => <Base.Separator className="my-1 h-px bg-line" />;

interface MenuToggleProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** An item that is on or off. The menu stays open for several changes. */
export const MenuToggle = ({ checked, onChange, children }: MenuToggleProps) => (
  <Base.CheckboxItem
    checked={checked}
    onCheckedChange={onChange}
    closeOnClick={false}
    className={ITEM}
  >
    <span className="size-4">
      <Base.CheckboxItemIndicator>
        <Check aria-hidden className="size-4 text-accent" />
      </Base.CheckboxItemIndicator>
    </span>
    {children}
  </Base.CheckboxItem>
);
