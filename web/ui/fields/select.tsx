import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { classNames } from '#/web/ui/class-names.ts';
import { fieldClass } from './field.tsx';
import type { ControlProps } from './field.tsx';

const fetchList = () => import('./select-list.tsx');
const SelectList = lazy(fetchList);

export interface Option<Value extends string> {
  /** Null is the choice that restricts nothing. */
  readonly value: Value | null;
  readonly label: string;
}

export interface SelectProps<Value extends string> {
  /** Its name, where no `Field` around it gives one. */
  readonly label?: string;
  readonly control?: ControlProps;
  readonly value: Value | null;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value | null) => void;
  /** What an empty one says. */
  readonly placeholder?: string;
  readonly className?: string;
}

export const triggerClass = classNames(
  fieldClass,
  'flex items-center justify-between gap-2 hover:bg-sunken data-popup-open:bg-sunken',
);

/** One of several. The list is fetched when a hand comes near, because pages are read before they are filtered. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { label, control, value, options, placeholder, className } = props;
  const [isWanted, setWanted] = useState(false);
  const listId = useId();
  const chosen = options.find((option) => option.value === value);
  const closed = (
    <button
      {...control}
      type="button"
      role="combobox"
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-controls={listId}
      onPointerEnter={() => void fetchList()}
      onFocus={() => void fetchList()}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') event.currentTarget.click();
      }}
      className={classNames(triggerClass, className)}
    >
      <span className="truncate">{chosen?.label ?? placeholder}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
    </button>
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <SelectList
        {...props}
        // A list is handed on as one of plain texts: `lazy` knows no type parameters.
        onChange={(next) =>
          props.onChange(options.find((option) => option.value === next)?.value ?? null)
        }
      />
    </Suspense>
  );
};
