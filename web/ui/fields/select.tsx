import { lazy, Suspense, useState } from 'react';
import { ClosedList } from './closed-list.tsx';
import type { ControlProps } from './field.tsx';

const fetchList = () => import('./select-list.tsx');
const SelectList = lazy(fetchList);

export interface Option<Value extends string> {
  /** Null: no restriction. */
  readonly value: Value | null;
  readonly label: string;
}

export interface SelectProps<Value extends string> {
  /** Accessible name outside of a `Field`. */
  readonly label?: string;
  readonly control?: ControlProps;
  readonly value: Value | null;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value | null) => void;
  /** When nothing is chosen. */
  readonly placeholder?: string;
  readonly className?: string;
}

/** A field that chooses from a list. The list's code is loaded when the pointer or focus is near. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { label, control, value, options, placeholder, className, onChange } = props;
  const [isRequested, setRequested] = useState(false);
  const selected = options.find((option) => option.value === value);
  const closedList = (
    <ClosedList
      label={label}
      control={control}
      text={selected?.label ?? placeholder}
      onNear={() => void fetchList()}
      onOpen={() => setRequested(true)}
      className={className}
    />
  );
  if (!isRequested) return closedList;
  return (
    <Suspense fallback={closedList}>
      <SelectList
        {...props}
        // `lazy` loses the type parameter.
        onChange={(next) =>
          onChange(options.find((option) => option.value === next)?.value ?? null)
        }
      />
    </Suspense>
  );
};
