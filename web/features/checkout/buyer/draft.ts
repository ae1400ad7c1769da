import { buyerDraft } from '#/web/checkout/page/buyer-draft.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import type { BuyerForm, cardFields } from './buyer-form.ts';

export type FormDraft = Omit<BuyerForm, (typeof cardFields)[number]>;

/** Without card data. */
export const formDraft = (checkoutId: string): StoredValue<FormDraft> =>
  buyerDraft<FormDraft>(checkoutId);

export const withoutCard = (form: BuyerForm): FormDraft => {
  const { cardNumber: _, cardName: __, cardExpiration: ___, cardCvv: ____, ...draft } = form;
  return draft;
};
