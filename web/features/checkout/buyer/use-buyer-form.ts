import { useEffect, useInsertionEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import type { Checkout } from '#/api/contract/checkout.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { errorsIn, emptyForm } from './buyer-form.ts';
import type { BuyerForm, ShownCheckout } from './buyer-form.ts';
import type { CheckoutPageData } from '#/web/features/checkout/checkout-context.ts';
import { formDraft, withoutCard } from './draft.ts';
import { fitToField } from './masks.ts';
import { enabledMethods } from '#/web/features/checkout/offer.ts';
import { useTexts } from '#/web/features/checkout/texts.ts';
import { readTypedFields } from './read-typed-fields.ts';

export const FORM_ID = 'checkout';

const DRAFT_AFTER_MILLISECONDS = 300;

const isText = (form: BuyerForm, name: string): name is Exclude<keyof BuyerForm, 'orderBumpsIds'> =>
  Object.hasOwn(form, name) && name !== 'orderBumpsIds';

/** The offer may have changed since the draft was stored. */
const isOffered = (checkout: Checkout, name: string, value: string): boolean => {
  const methods: readonly string[] = enabledMethods(checkout);
  if (name === 'paymentMethod') return methods.includes(value);
  if (name === 'deliveryOptionId') return checkout.deliveryOptions.some(({ id }) => id === value);
  if (name === 'orderBumpsIds') return checkout.product.ordersBumps.some(({ id }) => id === value);
  return true;
};

const onServer = typeof document === 'undefined';
const useBrowserLayoutEffect = onServer ? useEffect : useLayoutEffect;

/**
 * Restores the draft, over it the data from the URL, over both what the buyer typed before hydration. An insertion effect reads the
 * typed values, before React writes defaults into the inputs.
 */
const useRestored = (form: UseFormReturn<BuyerForm>, { checkout, prefilled }: CheckoutPageData) => {
  const typed = useRef<ReadonlyMap<string, readonly string[]>>(new Map());
  useInsertionEffect(() => {
    const element = document.forms.namedItem(FORM_ID);
    if (element) typed.current = readTypedFields(element);
  }, []);
  useBrowserLayoutEffect(() => {
    const restore = (name: string, values: readonly string[]): void => {
      const offered = values.filter((value) => isOffered(checkout, name, value));
      if (name === 'orderBumpsIds') form.setValue(name, offered);
      else if (isText(form.getValues(), name) && offered[0] !== undefined) {
        form.setValue(name, fitToField(name, offered[0]));
      }
    };
    const draft = formDraft(checkout.id).read() ?? {};
    for (const [name, value] of Object.entries({ ...draft, ...prefilled })) {
      restore(name, [value].flat());
    }
    for (const [name, values] of typed.current) restore(name, values);
  }, [form, checkout, prefilled]);
};

/** Takes over into the form what autofill wrote without an event; masks and limits apply. */
export const takeEnteredValues = (
  { getValues, setValue }: Pick<UseFormReturn<BuyerForm>, 'getValues' | 'setValue'>,
  page: HTMLFormElement,
): void => {
  for (const control of page.elements) {
    if (!(control instanceof HTMLInputElement) || !control.matches('.control')) continue;
    const { name, value } = control;
    if (isText(getValues(), name) && getValues(name) !== value)
      setValue(name, fitToField(name, value));
  }
};

/** Stores the draft a moment after its last change. */
const useDraft = (form: UseFormReturn<BuyerForm>, checkoutId: string): void => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer);
        timer = setTimeout(
          () => formDraft(checkoutId).keep(withoutCard(values)),
          DRAFT_AFTER_MILLISECONDS,
        );
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, checkoutId]);
};

const resolverBy =
  (shown: ShownCheckout): Resolver<BuyerForm> =>
  (values) => {
    const errors = errorsIn(values, shown);
    if (errors.length === 0) return { values, errors: {} };
    const byField = errors.map(({ field, text }) => [field, { type: 'invalid', message: text }]);
    return { values: {}, errors: Object.fromEntries(byField) };
  };

export const useBuyerForm = (page: CheckoutPageData) => {
  const { checkout, prefilled } = page;
  const language = useLanguage();
  const texts = useTexts();
  const shown = useMemo<ShownCheckout>(
    () => ({ checkout, language, texts }),
    [checkout, language, texts],
  );
  const form = useForm<BuyerForm>({
    mode: 'onTouched',
    defaultValues: { ...emptyForm(checkout), ...prefilled },
    resolver: useMemo(() => resolverBy(shown), [shown]),
    // `use-error-toast.ts` focuses the field of the toast's error, which may not be the first on the page.
    shouldFocusError: false,
  });
  useRestored(form, page);
  useDraft(form, checkout.id);
  return { form, shown };
};
