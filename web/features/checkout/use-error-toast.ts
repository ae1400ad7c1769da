import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { dismissToast, showToast } from '#/web/ui/native/toaster.tsx';
import { errorsIn } from './buyer/buyer-form.ts';
import type { BuyerForm, ShownCheckout } from './buyer/buyer-form.ts';

/** Shows the first error as a toast and focuses its field. The toast disappears once this error is no longer the first. */
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
