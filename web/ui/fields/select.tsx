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

/** The list's code is loaded when the pointer or focus is near. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { label, control, value, options, placeholder, className, onChange } = props;
  const [isWanted, setWanted] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const closed = (
    <ClosedList
      label={label}
      control={control}
      text={chosen?.label ?? placeholder}
      onNear={() => void fetchList()}
      onOpen={() => setWanted(true)}
      className={className}
    />
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
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
