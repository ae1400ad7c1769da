import { useEffect, useEffectEvent, useState } from 'react';
import { useBasis } from '#/web/lib/use-basis.ts';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { changedFields, type RoutesField, type RoutesValues } from './route-draft.ts';

/** `revision` is that of the record with the routes. */
export interface SavedRoutes {
  readonly values: RoutesValues;
  readonly revision: number;
}

/** A field that was changed elsewhere. */
export interface RoutesChange {
  readonly name: RoutesField;
  readonly before: RoutesValues[RoutesField];
  readonly after: RoutesValues[RoutesField];
}

/**
 * Takes values saved elsewhere into the form, except into fields that this user has changed. If there are such fields, `changes` lists
 * what was saved elsewhere.
 */
export const useRoutesBasis = (form: UseCheckedFormReturn<RoutesValues>, saved: SavedRoutes) => {
  const basis = useBasis(saved);
  const [changes, setChanges] = useState<readonly RoutesChange[]>([]);
  const follow = useEffectEvent((): void => {
    const { values: before } = basis.saved;
    const typed = form.getValues();
    const own = changedFields(before, typed);
    const others = own.length === 0 ? [] : changedFields(before, saved.values);
    form.reset(saved.values);
    for (const name of own) form.setValue(name, typed[name], { shouldDirty: true });
    basis.moveTo(saved);
    const more = others.map((name) => ({ name, before: before[name], after: saved.values[name] }));
    setChanges([...changes, ...more]);
  });
  const isBehind = saved.revision > basis.saved.revision;
  useEffect(() => {
    if (isBehind) follow();
  }, [isBehind]);

  /** Takes over what the user has just saved; its revision comes with the next read. */
  const moveTo = (values: RoutesValues): void => {
    form.reset(values);
    basis.moveTo({ ...basis.saved, values });
    setChanges([]);
  };
  return { ...basis.saved, changes, moveTo };
};
