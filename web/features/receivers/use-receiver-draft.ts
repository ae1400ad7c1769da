import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Draft } from '#/web/lib/drafts.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { draftIn, isEmpty, storedInputOf, withDraft, type StoredInput } from './receiver-draft.ts';
import type { ReceiverValues } from './receiver-fields.ts';

interface DraftedForm {
  readonly form: UseCheckedFormReturn<ReceiverValues>;
  readonly saved: ReceiverValues;
  /** Undefined for users who may only look. */
  readonly stored: StoredValue<StoredInput> | undefined;
  /** Gets the details that this user had seen, and the fields that they have changed. */
  readonly onSeen: (seen: ReceiverValues, ownChanges: Draft) => void;
}

/** Stores unsaved input, and restores it later. */
export const useReceiverDraft = ({ form, saved, stored, onSeen }: DraftedForm) => {
  const [isRestored, setRestored] = useState(false);
  const hasRestored = useRef(false);
  const { getValues, reset, subscribe } = form;
  const storeDraft = (typed: ReceiverValues): void => {
    const input = storedInputOf(saved, typed);
    if (input) stored?.keep(input);
    else stored?.forget();
  };
  const restore = (): void => {
    const input = stored?.read();
    if (input === undefined) return;
    const values = withDraft(saved, input.typed);
    if (isEmpty(draftIn(saved, values))) return stored?.forget();
    reset(values, { keepDefaultValues: true });
    setRestored(true);
    // Others may have changed the same fields since the user typed.
    onSeen(withDraft(saved, input.seen), input.typed);
  };
  const follow = useEffectEvent(() => {
    if (hasRestored.current) return storeDraft(getValues());
    hasRestored.current = true;
    restore();
  });
  // When the saved values change, fields that now equal them leave the draft.
  useEffect(() => follow(), [saved]);
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
      reset(saved);
      setRestored(false);
      onSeen(saved, {});
    },
    /** To be called after saving. */
    forget: (): void => {
      stored?.forget();
      setRestored(false);
    },
  };
};
