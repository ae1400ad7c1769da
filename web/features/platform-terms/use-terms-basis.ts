import { useEffect, useEffectEvent, useState } from 'react';
import { useBasis } from '#/web/lib/use-basis.ts';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import {
  differencesBetween,
  type Difference,
  type Saved,
  type TermsDraft,
} from './terms-fields.ts';

/**
 * Takes values saved elsewhere into the form, except into fields that this user has changed. If there are such fields, `changes` lists
 * what was saved elsewhere.
 */
export const useTermsBasis = (form: UseCheckedFormReturn<TermsDraft>, saved: Saved) => {
  const basis = useBasis(saved);
  const [changes, setChanges] = useState<readonly Difference[]>([]);

  const follow = useEffectEvent((): void => {
    const before = basis.saved.terms;
    const own = differencesBetween(before, form.getValues());
    const others = own.length === 0 ? [] : differencesBetween(before, saved.terms);
    form.reset(saved.terms);
    for (const { path, after } of own) form.setValue(path, after, { shouldDirty: true });
    basis.moveTo(saved);
    setChanges([...changes, ...others]);
  });
  const isBehind = saved.revision > basis.saved.revision;
  useEffect(() => {
    if (isBehind) follow();
  }, [isBehind]);

  /** Takes over what the user has just saved; its revision comes with the next read. */
  const moveTo = (terms: TermsDraft): void => {
    form.reset(terms);
    basis.moveTo({ ...basis.saved, terms });
    setChanges([]);
  };
  return { ...basis.saved, changes, moveTo };
};
