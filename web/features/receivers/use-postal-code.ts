import { useEffect, useEffectEvent, useState } from 'react';
import { normalisePostalCode } from '#/domain/brazil/postal-code.ts';
import type { FoundAddress } from '#/web/lib/postal-code.ts';
import { useAnswer } from '#/web/lib/use-answer.ts';
import { useDebounced } from '#/web/lib/use-debounced.ts';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import type { FieldKey, Group, ReceiverValues } from './receiver-fields.ts';
import { useReceiverTexts } from './receiver-texts.ts';

const DEBOUNCE_MILLISECONDS = 300;

/** The path of a field, which is also its element's `data-field`, by which the element is found and focused. */
export const placeOf = (group: Group, name: string): string => `${group}.${name}`;

const focusIn = (place: string): void =>
  document.querySelector<HTMLElement>(`[data-field="${place}"] input`)?.focus();

const isFocused = (place: string): boolean =>
  document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] === place;

/** Looks up a typed CEP and fills in the address; then the focus moves from the CEP to the number or street. */
export const usePostalCode = (form: UseCheckedFormReturn<ReceiverValues>, group: Group) => {
  const { postalCode: texts } = useReceiverTexts();
  const [typed, setTyped] = useState('');
  const settled = useDebounced(typed, DEBOUNCE_MILLISECONDS);
  const cep = normalisePostalCode(settled);
  const { answer } = useAnswer(cep, async (signal) => {
    // Loaded when needed: the page can be shown without this module.
    const { findAddress } = await import('#/web/lib/postal-code.ts');
    return findAddress(cep ?? '', signal);
  });
  const address = answer.status === 'answered' ? answer.value : undefined;
  const fill = useEffectEvent(({ street, district, city, state }: FoundAddress) => {
    // A town with a single CEP has no street: the typed street stays.
    const filled = Object.entries({ address: street, district, city, state }).filter(
      ([, text]) => text !== '',
    );
    for (const [name, text] of filled)
      form.setValue(placeOf(group, name) as FieldKey, text, { shouldDirty: true });
    if (isFocused(placeOf(group, 'zipCode')))
      focusIn(placeOf(group, street === '' ? 'address' : 'number'));
  });
  useEffect(() => {
    if (address) fill(address);
  }, [address]);
  const isComplete = normalisePostalCode(typed) !== undefined;
  const isSearching = isComplete && (typed !== settled || answer.status === 'waiting');
  const hintOf = (): string => {
    if (isSearching) return texts.searching;
    if (isComplete && answer.status === 'failed') return texts.failed;
    return isComplete && address === null ? texts.unknown : texts.hint;
  };
  return { onTyped: setTyped, hint: hintOf() };
};
