import { useEffect, useEffectEvent, useState } from 'react';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { draftIn, isEmpty, withDraft } from './receiver-draft.ts';
import type { ReceiverValues } from './receiver-fields.ts';

interface SavedDetails {
  readonly saved: ReceiverValues;
  readonly revision: number;
}

/** Details saved elsewhere go into the form, except into fields that this user has changed. */
export const useDetailsBasis = (form: UseCheckedFormReturn<ReceiverValues>, now: SavedDetails) => {
  const [basis, setBasis] = useState(now);
  const [before, setBefore] = useState<ReceiverValues>();
  const follow = useEffectEvent((): void => {
    const own = draftIn(basis.saved, form.getValues());
    form.reset(now.saved);
    form.reset(withDraft(now.saved, own), { keepDefaultValues: true });
    setBasis(now);
    if (!isEmpty(own)) setBefore(before ?? basis.saved);
  });
  const isBehind = now.revision > basis.revision;
  useEffect(() => {
    if (isBehind) follow();
  }, [isBehind]);

  /** Takes over what the user has just saved; its revision comes with the next read. */
  const moveTo = (saved: ReceiverValues): void => {
    setBasis({ ...basis, saved });
    setBefore(undefined);
  };
  return { revision: basis.revision, before, moveTo };
};
