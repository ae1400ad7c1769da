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
 * The saved terms on which the user's changes are based. When newer terms were saved elsewhere, the form takes them over, except in
 * fields that this user has changed. If there are such fields, the differences between the older and the newer terms are added to
 * `changes`.
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

  /** Takes over the terms that the user has just saved; their revision comes with the next read. */
  const moveTo = (terms: TermsDraft): void => {
    form.reset(terms);
    basis.moveTo({ ...basis.saved, terms });
    setChanges([]);
  };
  return { ...basis.saved, changes, moveTo };
};
