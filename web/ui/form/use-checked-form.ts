import { useEffect } from 'react';
import { set, useForm } from 'react-hook-form';
import type {
  DefaultValues,
  FieldErrors,
  FieldPath,
  FieldValues,
  Resolver,
  UseFormReturn,
} from 'react-hook-form';

/** The error code of each wrong field; other fields are absent or undefined. */
export type FormErrors<Values extends FieldValues, Code extends string> = Readonly<
  Partial<Record<FieldPath<Values>, Code | undefined>>
>;

interface CheckedFormOptions<Values extends FieldValues, Code extends string> {
  readonly defaultValues: DefaultValues<Values>;
  /** A pure function of the values. */
  readonly errorsIn: (values: Values) => FormErrors<Values, Code>;
  readonly errorTexts: Readonly<Record<Code, string>>;
  /** Checks before the first submit too: for a form that can be submitted only without errors. */
  readonly isCheckedAtOnce?: boolean;
}

export interface UseCheckedFormReturn<Values extends FieldValues> extends UseFormReturn<Values> {
  /** By error code. */
  readonly errorTexts: Readonly<Record<string, string>>;
}

/** An error is a code, so that its text follows the language. */
export const resolverBy =
  <Values extends FieldValues>(
    errorsIn: (values: Values) => FormErrors<Values, string>,
  ): Resolver<Values> =>
  (values) => {
    const errors: FieldErrors<Values> = {};
    for (const [name, type] of Object.entries(errorsIn(values))) {
      if (type !== undefined) set(errors, name, { type });
    }
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };

/** Checked on submit, and then at every change. A check covers all fields, because a rule can read several. */
export const useCheckedForm = <Values extends FieldValues, Code extends string>({
  defaultValues,
  errorsIn,
  errorTexts,
  isCheckedAtOnce = false,
}: CheckedFormOptions<Values, Code>): UseCheckedFormReturn<Values> => {
  const form = useForm<Values>({
    defaultValues,
    resolver: resolverBy(errorsIn),
    // `onChange` would check only the changed field.
    reValidateMode: 'onSubmit',
    // `CheckedForm` focuses the first wrong field, also without a ref.
    shouldFocusError: false,
  });
  const { subscribe, trigger } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ isSubmitted, name }) => {
          // A reset names no field; its values were not typed.
          if ((isSubmitted || isCheckedAtOnce) && name !== undefined) void trigger();
        },
      }),
    [subscribe, trigger, isCheckedAtOnce],
  );
  return { ...form, errorTexts };
};
