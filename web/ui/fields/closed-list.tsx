import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';
import { fieldClass } from './field.tsx';
import type { ControlProps } from './field.tsx';

export const triggerClass = classNames(
  fieldClass,
  'flex items-center justify-between gap-2 hover:bg-sunken data-popup-open:bg-sunken',
);

interface ClosedListProps {
  /** Accessible name outside of a `Field`. */
  readonly label?: string | undefined;
  readonly control?: ControlProps | undefined;
  /** The chosen option's text. */
  readonly text: string | undefined;
  /** The pointer or focus is near: preloads the list. */
  readonly onNear: () => void;
  readonly onOpen: () => void;
  readonly className?: string | undefined;
}

/** The field of a list until the list is opened, so that a page loads without the list's code. */
export const ClosedList = ({
  label,
  control,
  text,
  onNear,
  onOpen,
  className,
}: ClosedListProps) => {
  const listId = useId();
  return (
    <button
      {...control}
      type="button"
      role="combobox"
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-controls={listId}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') onOpen();
      }}
      className={classNames(triggerClass, className)}
    >
      <span className="truncate">{text}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
    </button>
  );
};
