import { sessionValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import type { BuyerForm, cardFields } from './buyer-form.ts';

export type FormDraft = Omit<BuyerForm, (typeof cardFields)[number]>;

/** What the buyer typed, for a reload; it lives in the tab and never holds a card. */
export const formDraft = (checkoutId: string): StoredValue<FormDraft> =>
  sessionValue<FormDraft>(`draft:${checkoutId}`);

export const withoutCard = (form: BuyerForm): FormDraft => {
  const { cardNumber: _, cardName: __, cardExpiration: ___, cardCvv: ____, ...draft } = form;
  return draft;
};
