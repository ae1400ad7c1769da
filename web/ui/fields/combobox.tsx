import { lazy, Suspense, useState } from 'react';
import { ClosedList } from './closed-list.tsx';

const fetchList = () => import('./combobox-list.tsx');
const ComboboxList = lazy(fetchList);

export interface Choice {
  /** Null is the choice that restricts nothing. */
  readonly value: string | null;
  readonly label: string;
}

export interface ComboboxProps {
  readonly label: string;
  readonly value: Choice;
  /** Those that fit what was typed. */
  readonly options: readonly Choice[];
  /** Told what was typed; empty again when the list is closed. */
  readonly onText: (text: string) => void;
  readonly onChange: (option: Choice) => void;
}

/** A `Select` of too many to look through: a part of the name leads to the one. */
export const Combobox = (props: ComboboxProps) => {
  const [isWanted, setWanted] = useState(false);
  const closed = (
    <ClosedList
      label={`${props.label}: ${props.value.label}`}
      text={props.value.label}
      onNear={() => void fetchList()}
      onOpen={() => setWanted(true)}
      className="max-w-64"
    />
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <ComboboxList {...props} />
    </Suspense>
  );
};
