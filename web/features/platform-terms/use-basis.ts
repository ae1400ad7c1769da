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
  /** What other users changed while this user was editing. */
  readonly changes: readonly Difference[];
}

/**
 * The saved terms on which the user's changes are based. When other users save new terms, the form takes them over, except in
 * fields that this user has changed, and `changes` lists the differences.
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

  /** Takes over the terms that the user has just saved; their revision comes with the next read. */
  const moveTo = (terms: TermsDraft): void => {
    form.reset(terms);
    setBasis({ ...basis, terms, changes: [] });
  };
  return { ...basis, moveTo };
};
