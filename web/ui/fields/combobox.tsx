import { lazy, Suspense, useState } from 'react';
import { ClosedList } from './closed-list.tsx';

const fetchList = () => import('./combobox-list.tsx');
const ComboboxList = lazy(fetchList);

export interface Choice {
  /** Null: no restriction. */
  readonly value: string | null;
  readonly label: string;
}

export interface ComboboxProps {
  readonly label: string;
  readonly value: Choice;
  /** Options that match the typed text. */
  readonly options: readonly Choice[];
  /** The typed text; empty when the list is closed. */
  readonly onText: (text: string) => void;
  readonly onChange: (option: Choice) => void;
}

/** A field that chooses from many options: the user types a part of the name. */
export const Combobox = (props: ComboboxProps) => {
  const [isRequested, setRequested] = useState(false);
  const closedList = (
    <ClosedList
      label={`${props.label}: ${props.value.label}`}
      text={props.value.label}
      onNear={() => void fetchList()}
      onOpen={() => setRequested(true)}
      className="max-w-64"
    />
  );
  if (!isRequested) return closedList;
  return (
    <Suspense fallback={closedList}>
      <ComboboxList {...props} />
    </Suspense>
  );
};
