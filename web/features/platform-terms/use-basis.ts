import { useEffect, useEffectEvent, useState } from 'react';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import {
  differencesBetween,
  type Difference,
  type Saved,
  type TermsDraft,
} from './terms-fields.ts';

interface Basis {
  readonly revision: number;
  readonly terms: TermsDraft;
  /** What another user changed while this one was editing. */
  readonly changes: readonly Difference[];
}

/**
 * What a change is based on. When others have changed the record, the form follows it, except in the fields that the user has
 * changed, and the page says what changed.
 */
export const useBasis = (form: UseCheckedFormReturn<TermsDraft>, saved: Saved) => {
  const [basis, setBasis] = useState<Basis>({ ...saved, changes: [] });

  const follow = useEffectEvent((): void => {
    const before = basis.terms;
    const own = differencesBetween(before, form.getValues());
    const changes = own.length === 0 ? [] : differencesBetween(before, saved.terms);
    form.reset(saved.terms);
    for (const { path, after } of own) form.setValue(path, after, { shouldDirty: true });
    setBasis({ ...saved, changes: [...basis.changes, ...changes] });
  });
  const isBehind = saved.revision > basis.revision;
  useEffect(() => {
    if (isBehind) follow();
  }, [isBehind]);

  /** The user has saved these terms, and goes on from them; their revision comes with the next answer. */
  const moveTo = (terms: TermsDraft): void => {
    form.reset(terms);
    setBasis({ ...basis, terms, changes: [] });
  };
  return { ...basis, moveTo };
};
