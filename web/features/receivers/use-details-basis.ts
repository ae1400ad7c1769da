import { useEffect, useEffectEvent, useState } from 'react';
import type { Draft } from '#/web/lib/drafts.ts';
import { isReplacedBy, revisionNow } from '#/web/lib/use-basis.ts';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { draftIn, isEmpty, savedPartOf, withDraft } from './receiver-draft.ts';
import type { ReceiverValues } from './receiver-fields.ts';

interface SavedDetails {
  readonly saved: ReceiverValues;
  readonly revision: number;
}

/**
 * Takes details saved elsewhere into the form, except into fields that this user has changed. `before`: the details that this user had
 * seen, if others changed them while the user was editing.
 */
export const useDetailsBasis = (
  form: UseCheckedFormReturn<ReceiverValues>,
  latest: SavedDetails,
) => {
  const [basis, setBasis] = useState(latest);
  /** The details with which the basis' revision was read; the basis may already have those that the user has saved since. */
  const [read, setRead] = useState(latest.saved);
  const [before, setBefore] = useState<ReceiverValues>();
  const [revisionLeft, setRevisionLeft] = useState<number>();
  /** Tells what others have changed since this user saw the details. */
  const noteSeen = (seen: ReceiverValues, ownChanges: Draft): void => {
    // A field saved as the user has it may be their own save, whose answer was lost: it is not shown as another's change.
    const comparable = withDraft(seen, savedPartOf(ownChanges, latest.saved));
    setBefore(isEmpty(draftIn(comparable, latest.saved)) ? undefined : comparable);
  };
  const follow = useEffectEvent((): void => {
    const ownChanges = draftIn(basis.saved, form.getValues());
    form.reset(latest.saved);
    form.reset(withDraft(latest.saved, ownChanges), { keepDefaultValues: true });
    setBasis(latest);
    setRead(latest.saved);
    setRevisionLeft(undefined);
    if (!isEmpty(ownChanges)) noteSeen(before ?? basis.saved, ownChanges);
  });
  const isSame = isEmpty(draftIn(read, latest.saved));
  const isBehind = isReplacedBy(latest.revision, basis.revision, { isSame, left: revisionLeft });
  useEffect(() => {
    if (isBehind) follow();
  }, [isBehind, latest.revision]);

  /** Call this when a save failed: after a loss of the log, the refusal has the revision that is left. */
  const noteRefusal = (failure: unknown): void => setRevisionLeft(revisionNow(failure));

  /** Takes over what the user has just saved; its revision comes with the next read. */
  const moveTo = (saved: ReceiverValues): void => {
    setBasis({ ...basis, saved });
    setBefore(undefined);
  };
  return { revision: basis.revision, before, noteSeen, noteRefusal, moveTo };
};
