import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { draftIn, isEmpty, storedInputOf, withDraft, type StoredInput } from './receiver-draft.ts';
import type { ReceiverValues } from './receiver-fields.ts';
import type { DetailsBasis } from './use-details-basis.ts';

interface DraftedForm {
  readonly form: UseCheckedFormReturn<ReceiverValues>;
  readonly basis: DetailsBasis;
  /** Undefined for users who may only look. */
  readonly stored: StoredValue<StoredInput> | undefined;
}

/** Stores unsaved input, and restores it later. */
export const useReceiverDraft = ({ form, basis, stored }: DraftedForm) => {
  const [isRestored, setRestored] = useState(false);
  const hasRestored = useRef(false);
  const { getValues, subscribe } = form;
  const { values: saved, before: seen, changes, takeTyped } = basis;
  const storeDraft = (typed: ReceiverValues): void => {
    const input = storedInputOf(saved, typed, seen);
    if (input) stored?.keep(input);
    else stored?.forget();
  };
  const restore = (): void => {
    const input = stored?.read();
    if (input === undefined) return;
    const typed = withDraft(saved, input.typed);
    if (isEmpty(draftIn(saved, typed))) return stored?.forget();
    takeTyped(withDraft(saved, input.seen), typed);
    setRestored(true);
  };
  const follow = useEffectEvent(() => {
    if (hasRestored.current) return storeDraft(getValues());
    hasRestored.current = true;
    restore();
  });
  // When others save, fields that now equal the saved ones leave the draft; of the rest, it keeps what the user had seen before.
  useEffect(() => follow(), [saved, changes]);
  const onTyped = useEffectEvent(storeDraft);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onTyped(values) }),
    [subscribe],
  );
  return {
    isRestored,
    /** Discards the draft. */
    undo: (): void => {
      stored?.forget();
      takeTyped(saved, saved);
      setRestored(false);
    },
    /** To be called after saving. */
    forget: (): void => {
      stored?.forget();
      setRestored(false);
    },
  };
};
