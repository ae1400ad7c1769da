import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '#/web/ui/class-names.ts';
import { fieldClass } from './field.tsx';
import type { ControlProps } from './field.tsx';

export const triggerClass = classNames(
  fieldClass,
  'flex items-center justify-between gap-2 hover:bg-sunken data-popup-open:bg-sunken',
);

interface ClosedListProps {
  /** Its name, where no `Field` around it gives one. */
  readonly label?: string | undefined;
  readonly control?: ControlProps | undefined;
  /** What is chosen. */
  readonly text: string | undefined;
  /** A hand or the focus comes near: time to fetch it. */
  readonly onNear: () => void;
  readonly onOpen: () => void;
  readonly className?: string | undefined;
}

/** Stands for a list until it is opened for the first time: pages are read before they are filtered. */
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
