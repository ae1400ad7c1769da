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

/** The code of the error in each wrong field; a right field is absent or undefined. */
export type FormErrors<Values extends FieldValues, Code extends string> = Readonly<
  Partial<Record<FieldPath<Values>, Code | undefined>>
>;

interface CheckedFormOptions<Values extends FieldValues, Code extends string> {
  readonly defaultValues: DefaultValues<Values>;
  /** The rules: a pure function of the values. */
  readonly errorsIn: (values: Values) => FormErrors<Values, Code>;
  readonly errorTexts: Readonly<Record<Code, string>>;
  /** Checks every change from the first on, for a form that can be submitted only while it has no error. */
  readonly isCheckedAtOnce?: boolean;
}

export interface UseCheckedFormReturn<Values extends FieldValues> extends UseFormReturn<Values> {
  /** By error code. */
  readonly errorTexts: Readonly<Record<string, string>>;
}

/** Makes a resolver of a form's rules. An error holds its code only, so that a change of language changes its text too. */
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

/**
 * A form of the back office: checked when it is submitted, and from then on at every change; with `isCheckedAtOnce`, at every change from
 * the first on. Each check covers all fields, because one rule can read several.
 */
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
    // `CheckedForm` focuses the first wrong field of the page, also one without a ref.
    shouldFocusError: false,
  });
  const { subscribe, trigger } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ isSubmitted, name }) => {
          // A reset names no field. Its values were not typed, so they are not checked.
          if ((isSubmitted || isCheckedAtOnce) && name !== undefined) void trigger();
        },
      }),
    [subscribe, trigger, isCheckedAtOnce],
  );
  return { ...form, errorTexts };
};
