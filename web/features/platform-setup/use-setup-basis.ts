import { useEffect, useEffectEvent, useState } from 'react';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import type { SetupNow } from './setup-queries.ts';
import {
  differencesBetween,
  valuesOf,
  type SetupDifference,
  type SetupValues,
} from './setup-values.ts';

/**
 * Takes values saved elsewhere into the form, except into fields that this user has changed. If there are such fields, `changes` lists
 * what was saved elsewhere.
 */
export const useSetupBasis = (form: UseCheckedFormReturn<SetupValues>, now: SetupNow) => {
  const [seen, setSeen] = useState(() => valuesOf(now));
  const [changes, setChanges] = useState<readonly SetupDifference[]>([]);
  const { isDirty } = form.formState;
  const follow = useEffectEvent((): void => {
    const saved = valuesOf(now);
    const others = isDirty ? differencesBetween(seen, saved) : [];
    form.reset(saved, { keepDirtyValues: true });
    setSeen(saved);
    setChanges([...changes, ...others]);
  });
  useEffect(() => follow(), [now.revision]);

  /** Takes over what the user has just saved; its revision comes with the next read. */
  const moveTo = (values: SetupValues): void => {
    form.reset(values);
    setSeen(values);
    setChanges([]);
  };
  return { changes, moveTo };
};
