import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { dismissToast, showToast } from '#/web/ui/native/toaster.tsx';
import { errorsIn } from './buyer/buyer-form.ts';
import type { BuyerForm, ShownCheckout } from './buyer/buyer-form.ts';

/**
 * Returns the handler of a submit with errors. It shows the first error as a toast until that error is corrected, and focuses the field of
 * the error. Messages under the fields are shown elsewhere.
 */
export const useErrorToast = (
  form: UseFormReturn<BuyerForm>,
  shown: ShownCheckout,
): (() => void) => {
  const toastText = useRef<string>(undefined);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (toastText.current === undefined) return;
          if (errorsIn(values, shown)[0]?.toast === toastText.current) return;
          dismissToast(toastText.current);
          toastText.current = undefined;
        },
      }),
    [form, shown],
  );
  return () => {
    const [first] = errorsIn(form.getValues(), shown);
    if (!first) return;
    toastText.current = first.toast;
    showToast(first.toast);
    form.setFocus(first.field);
  };
};
