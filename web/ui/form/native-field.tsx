import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import type { FieldPath, FieldValues, UseFormRegisterReturn } from 'react-hook-form';
import { Field, type ControlProps } from '#/web/ui/fields/field.tsx';
import type { UseCheckedFormReturn } from './use-checked-form.ts';

export interface NativeFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> {
  readonly form: UseCheckedFormReturn<Values>;
  readonly name: Name;
  readonly label: string;
  readonly hint?: ReactNode;
}

interface NativeControl<Name extends string> extends ControlProps, UseFormRegisterReturn<Name> {}

interface Children<Name extends string> {
  readonly children: (control: NativeControl<Name>) => ReactNode;
}

/** Binds an input that holds its own text until the submit, because password managers may fill it in without an event. */
export const NativeField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  label,
  hint,
  children,
}: NativeFieldProps<Values, Name> & Children<Name>) => {
  const state = useFormState({ control: form.control, name });
  const code = form.getFieldState(name, state).error?.type;
  return (
    <Field label={label} hint={hint} error={code && form.errorTexts[code]}>
      {(control) => children({ ...control, ...form.register(name) })}
    </Field>
  );
};
