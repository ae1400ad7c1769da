import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { Field } from '#/web/ui/fields/field.tsx';
import type { ControlProps } from '#/web/ui/fields/field.tsx';
import type { UseCheckedFormReturn } from './use-checked-form.ts';

export interface BoundControl<Value> extends ControlProps {
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> {
  readonly form: UseCheckedFormReturn<Values>;
  readonly name: Name;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly children: (control: BoundControl<FieldPathValue<Values, Name>>) => ReactNode;
}

/** Binds a control to a field of the form. An empty value is `''` or null: undefined would show the default. */
export const FormField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  label,
  hint,
  children,
}: FormFieldProps<Values, Name>) => {
  const { field, fieldState } = useController({ control: form.control, name });
  const code = fieldState.error?.type;
  return (
    <Field label={label} hint={hint} error={code && form.errorTexts[code]}>
      {(control) => children({ ...control, value: field.value, onValue: field.onChange })}
    </Field>
  );
};
