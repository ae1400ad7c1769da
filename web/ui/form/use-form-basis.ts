import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { ProblemError } from '#/web/lib/rpc.ts';
import { isOutdated, isReplacedBy, revisionNow, useBasis } from '#/web/lib/use-basis.ts';

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
type FormAccess<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'getValues' | 'reset' | 'setValue'
>;

/**
 * Takes saved values into the form, except into fields that this user has changed.
 * @param before the saved values on which the user's changes are based
 * @param sent the values that this user tried to save since `before`, the last at the end
 * @returns what others saved, if this user has changed any field. A field saved as this user has it, or tried to save it, is left out:
 * it may be the user's own save, whose answer was lost
 */
export const takeSaved = <Values extends FieldValues, Difference extends FieldDifference<Values>>(
  form: FormAccess<Values>,
  before: Values,
  saved: Values,
  differencesBetween: DifferencesBetween<Values, Difference>,
  sent: readonly Values[] = [],
): readonly Difference[] => {
  const isDifferent = (path: FieldPath<Values>, one: Values, other: Values): boolean =>
    differencesBetween(one, other).some((each) => each.path === path);
  const currentValues = form.getValues();
  const changedFields = [
    ...differencesBetween(before, currentValues),
    ...differencesBetween(sent.at(-1) ?? before, currentValues),
  ].map(({ path }) => [path, form.getValues(path)] as const);
  form.reset(saved);
  for (const [path, value] of changedFields) form.setValue(path, value, { shouldDirty: true });
  if (changedFields.length === 0) return [];
  const isAsTyped = (path: FieldPath<Values>): boolean =>
    changedFields.some(([each]) => each === path) && !isDifferent(path, saved, form.getValues());
  const isAsSent = (path: FieldPath<Values>): boolean =>
    sent.some((values) => isDifferent(path, before, values) && !isDifferent(path, saved, values));
  return differencesBetween(before, saved).filter(
    ({ path }) => !isAsTyped(path) && !isAsSent(path),
  );
};

/** A save that was refused, because the record had been changed. `again` repeats it. */
interface RefusedSave<Values extends FieldValues, Saved> {
  readonly values: Values;
  readonly again: (now: Saved) => void;
}

/**
 * The record on which a form's changes are based. A newer revision on the page is taken into the form; `changes` lists what others saved,
 * if this user had changed fields.
 */
export const useFormBasis = <
  Values extends FieldValues,
  Saved extends SavedValues<Values>,
  Difference extends FieldDifference<Values>,
>(
  form: FormAccess<Values>,
  saved: Saved,
  differencesBetween: DifferencesBetween<Values, Difference>,
) => {
  const client = useQueryClient();
  const basis = useBasis(saved);
  /** The values with which the basis' revision was read; the basis may already have those that the user has saved since. */
  const [read, setRead] = useState(saved.values);
  const [changes, setChanges] = useState<readonly Difference[]>([]);
  const sent = useRef<Values[]>([]);
  const refused = useRef<RefusedSave<Values, Saved>>(undefined);
  /** The last revision that was taken into the form since the last save began. */
  const taken = useRef<Saved>(undefined);
  const [revisionLeft, setRevisionLeft] = useState<number>();
  const takeNewRevision = useEffectEvent((): void => {
    const { values: before } = basis.saved;
    const othersChanges = takeSaved(form, before, saved.values, differencesBetween, sent.current);
    const refusedSave = refused.current;
    [sent.current, refused.current, taken.current] = [[], undefined, saved];
    basis.moveTo(saved);
    setRead(saved.values);
    setRevisionLeft(undefined);
    setChanges([...changes, ...othersChanges]);
    // Saves again if the user has not typed since, and no one else has changed these fields.
    const isSame =
      refusedSave && differencesBetween(refusedSave.values, form.getValues()).length === 0;
    if (isSame && othersChanges.length === 0) refusedSave.again(saved);
  });
  const isSame = differencesBetween(read, saved.values).length === 0;
  const isBehind = isReplacedBy(saved.revision, basis.saved.revision, {
    isSame,
    left: revisionLeft,
  });
  useEffect(() => {
    if (isBehind) takeNewRevision();
  }, [isBehind, saved.revision]);

  /** Takes in what this user typed when `before` was saved, and lists what others have saved since. */
  const takeTyped = (before: Values, typed: Values): void => {
    form.reset(typed);
    setChanges(takeSaved(form, before, basis.saved.values, differencesBetween));
  };

  /** Call this before a save, with the values that it records. */
  const noteSent = (values: Values): void => {
    sent.current.push(values);
    [refused.current, taken.current] = [undefined, undefined];
  };

  /**
   * Call this when a save failed. If the record had been changed, reads it again. Then saves again, unless the user has typed since, or
   * someone else has changed the form's fields: other parts of the record do not count, nor does the user's own save whose answer was
   * lost.
   */
  const onRefused = (failure: unknown, refusedSave: RefusedSave<Values, Saved>): void => {
    // A newer revision was taken into the form during the save: its changes are shown, and the user decides.
    const hasNewRevision = taken.current !== undefined;
    // This save surely did not happen: if the record has the same values, someone else saved them.
    if (failure instanceof ProblemError && !failure.mayHaveHappened) sent.current.pop();
    if (!isOutdated(failure) || hasNewRevision) return;
    refused.current = refusedSave;
    setRevisionLeft(revisionNow(failure));
    void refreshQueries(client);
  };

  /**
   * Takes over what the user has just saved, but keeps what was typed since the submit. The revision comes with the next read. If that
   * came before the save's answer, takes over what it has, and lists what others saved over the user's save.
   * @param submitted the form's values when it was submitted
   * @param values the values as they were recorded
   */
  const moveTo = (submitted: Values, values = submitted): void => {
    const { values: latest } = taken.current ?? { values };
    takeSaved(form, submitted, latest, differencesBetween);
    [sent.current, refused.current] = [[], undefined];
    basis.change((now) => ({ ...now, values: latest }));
    setChanges(differencesBetween(values, latest));
  };
  return { ...basis.saved, changes, takeTyped, noteSent, onRefused, moveTo };
};
