import { useEffect, useEffectEvent, useState } from 'react';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { draftIn, isEmpty, savedPartOf, withDraft } from './receiver-draft.ts';
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
    if (isEmpty(own)) return;
    // A field saved as the user has it may be their own save, whose answer was lost: it is not shown as another's change.
    const known = withDraft(before ?? basis.saved, savedPartOf(own, now.saved));
    setBefore(isEmpty(draftIn(known, now.saved)) ? undefined : known);
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
