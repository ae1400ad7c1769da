import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { findAddress, type FoundAddress } from '#/web/lib/postal-code.ts';
import { useAnswer } from '#/web/lib/use-answer.ts';
import { useDebounced } from '#/web/lib/use-debounced.ts';
import { dismissToast, showToast } from '#/web/ui/native/toaster.tsx';
import type { BuyerForm } from '#/web/features/checkout/buyer/buyer-form.ts';
import { digitsOf, isCompletePostalCode } from '#/web/features/checkout/buyer/masks.ts';
import { useTexts } from '#/web/features/checkout/texts.ts';

const DEBOUNCE_MILLISECONDS = 500;

/** Fills in a ZIP code's address once. An address that was in the form before the first look-up stays. */
const useFilling = (address: FoundAddress | null | undefined, cep: string): void => {
  const { getValues, setValue, setFocus } = useFormContext<BuyerForm>();
  const filledFor = useRef<string>(undefined);
  useEffect(() => {
    if (!address) return;
    const isRestored = filledFor.current === undefined && getValues('street') !== '';
    const isFilled = filledFor.current === cep;
    filledFor.current = cep;
    if (isRestored || isFilled) return;
    const options = { shouldValidate: true };
    setValue('street', address.street, options);
    setValue('district', address.district, options);
    setValue('city', address.city, options);
    setValue('state', address.state, options);
    if (document.activeElement?.id !== 'cep') return;
    setFocus(address.street === '' ? 'street' : 'number');
  }, [address, cep, getValues, setValue, setFocus]);
};

export interface AddressLookup {
  /** Whether to show the address fields (checkout.52). */
  readonly attempted: boolean;
  readonly isSearching: boolean;
  /** What to do after a look-up without result. */
  readonly advice: string | undefined;
}

/** Looks the ZIP code up half a second after its last digit; the address stays editable. */
export const useAddressLookup = (): AddressLookup => {
  const texts = useTexts();
  const { control } = useFormContext<BuyerForm>();
  const fieldText = useWatch({ control, name: 'cep' });
  const street = useWatch({ control, name: 'street' });
  const cep = useDebounced(fieldText, DEBOUNCE_MILLISECONDS);
  const enabled = isCompletePostalCode(cep);
  const { answer } = useAnswer(enabled ? cep : undefined, (signal) =>
    findAddress(digitsOf(cep), signal),
  );
  const isSettled = answer.status !== 'waiting';
  const [attempted, setAttempted] = useState(false);
  if (!attempted && (isSettled || street !== '')) setAttempted(true);
  const address = answer.status === 'answered' ? answer.value : undefined;
  useFilling(address, cep);

  const notFound = address === null;
  const failed = answer.status === 'failed';
  const toast = notFound ? texts.cepNotFound : failed ? texts.cepFailed : undefined;
  useEffect(() => {
    if (toast === undefined) return undefined;
    showToast(toast);
    return () => dismissToast(toast);
  }, [toast, cep]);

  return {
    attempted,
    advice: fieldText !== cep || !toast ? undefined : notFound ? texts.cepUnknown : texts.cepByHand,
    isSearching: isCompletePostalCode(fieldText) && (fieldText !== cep || !isSettled),
  };
};
