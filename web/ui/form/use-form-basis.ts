import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useBasis } from '#/web/lib/use-basis.ts';

interface FieldDifference<Values extends FieldValues> {
  readonly path: FieldPath<Values>;
}

type DifferencesBetween<Values extends FieldValues, Difference extends FieldDifference<Values>> = (
  before: Values,
  after: Values,
) => readonly Difference[];

interface SavedValues<Values extends FieldValues> {
  readonly values: Values;
  /** Of the record that holds the values. */
  readonly revision: number;
}

/** A part of what `useCheckedForm` returns. */
type Filled<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'getValues' | 'reset' | 'setValue'
>;

/**
 * Takes saved values into the form, except into fields that this user has changed.
 * @returns what was saved elsewhere, if there are such fields; a field saved as this user has it is left out, because it may be the
 * user's own save, whose answer was lost
 */
export const takeSaved = <Values extends FieldValues, Difference extends FieldDifference<Values>>(
  form: Filled<Values>,
  before: Values,
  saved: Values,
  differencesBetween: DifferencesBetween<Values, Difference>,
): readonly Difference[] => {
  const own = differencesBetween(before, form.getValues()).map(
    ({ path }) => [path, form.getValues(path)] as const,
  );
  form.reset(saved);
  for (const [path, value] of own) form.setValue(path, value, { shouldDirty: true });
  if (own.length === 0) return [];
  const open = new Set(differencesBetween(saved, form.getValues()).map(({ path }) => path));
  const confirmed = new Set(own.map(([path]) => path).filter((path) => !open.has(path)));
  return differencesBetween(before, saved).filter(({ path }) => !confirmed.has(path));
};

/** Follows what is saved elsewhere; `changes` lists it if this user had changed fields. */
export const useFormBasis = <
  Values extends FieldValues,
  Saved extends SavedValues<Values>,
  Difference extends FieldDifference<Values>,
>(
  form: Filled<Values>,
  saved: Saved,
  differencesBetween: DifferencesBetween<Values, Difference>,
) => {
  const basis = useBasis(saved);
  const [changes, setChanges] = useState<readonly Difference[]>([]);
  const follow = useEffectEvent((): void => {
    const others = takeSaved(form, basis.saved.values, saved.values, differencesBetween);
    basis.moveTo(saved);
    setChanges([...changes, ...others]);
  });
  const isBehind = saved.revision > basis.saved.revision;
  useEffect(() => {
    if (isBehind) follow();
  }, [isBehind]);

  /**
   * Takes over what the user has just saved, but keeps what was typed since the submit. The revision comes with the next read.
   * @param sent the form's values when it was submitted
   */
  const moveTo = (sent: Values, values = sent): void => {
    takeSaved(form, sent, values, differencesBetween);
    basis.moveTo({ ...basis.saved, values });
    setChanges([]);
  };
  return { ...basis.saved, changes, moveTo };
};
