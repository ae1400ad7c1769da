import { lazy, Suspense, useState } from 'react';
import { ClosedList } from './closed-list.tsx';

const fetchList = () => import('./combobox-list.tsx');
const ComboboxList = lazy(fetchList);

export interface Choice {
  /** Null is the option without a restriction. */
  readonly value: string | null;
  readonly label: string;
}

export interface ComboboxProps {
  readonly label: string;
  readonly value: Choice;
  /** The options that match the typed text. */
  readonly options: readonly Choice[];
  /** Called with the typed text; with an empty text when the list is closed. */
  readonly onText: (text: string) => void;
  readonly onChange: (option: Choice) => void;
}

/** A `Select` for more options than a user can scroll through: the user types a part of the name. */
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
