import type { ComponentProps } from 'react';
import { TextInput } from './field.tsx';
import { wholeNumber } from './whole-number.ts';

interface WholeNumberInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type'
> {
  /** Null: empty. */
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
}

/** A number above the field's maximum stays as typed, so that the form can refuse it; digits after the sixth are dropped. */
export const WholeNumberInput = ({ value, onValue, ...rest }: WholeNumberInputProps) => (
  <TextInput
    {...rest}
    inputMode="numeric"
    autoComplete="off"
    className="text-right tabular-nums"
    value={value ?? ''}
    onValue={(text) => onValue(wholeNumber(text) ?? null)}
  />
);
