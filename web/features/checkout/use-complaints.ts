import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { dismissToast, showToast } from '#/web/ui/native/toaster.tsx';
import { complaintsOf } from './buyer-form.ts';
import type { BuyerForm, FormTerms } from './buyer-form.ts';

/**
 * What a refused submit does beside the words under the fields: the first failure is said as a toast, until it is corrected,
 * and its field is gone to.
 */
export const useComplaints = (form: UseFormReturn<BuyerForm>, terms: FormTerms): (() => void) => {
  const said = useRef<string>(undefined);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (said.current === undefined) return;
          if (complaintsOf(values, terms)[0]?.toast === said.current) return;
          dismissToast(said.current);
          said.current = undefined;
        },
      }),
    [form, terms],
  );
  return () => {
    const [first] = complaintsOf(form.getValues(), terms);
    if (!first) return;
    said.current = first.toast;
    showToast(first.toast);
    form.setFocus(first.field);
  };
};
