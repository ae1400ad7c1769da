import { regexes } from 'zod/v4/core';
import type { Checkout } from '#/api/contract/checkout.ts';
import { isValidCpf } from '#/domain/brazil/document.ts';
import { normalisePhone } from '#/domain/brazil/phone.ts';
import type { Language } from '#/web/lib/i18n.ts';
import type { CheckoutTexts } from '#/web/features/checkout/texts.ts';
import { isValidCardNumber } from '#/domain/card/card-number.ts';
import {
  cardBrand,
  cardExpiry,
  isExpired,
  securityCodeLength,
} from '#/web/features/checkout/card/card.ts';
import { enabledMethods, isShipped, preselectedDelivery } from '#/web/features/checkout/offer.ts';
import { isCompletePostalCode, limits } from './masks.ts';

/** The buyer's form (checkout.30), as text. */
export interface BuyerForm {
  name: string;
  email: string;
  phone: string;
  cpf: string;
  cep: string;
  street: string;
  number: string;
  complement: string;
  district: string;
  city: string;
  state: string;
  deliveryOptionId: string;
  orderBumpsIds: string[];
  paymentMethod: 'PIX' | 'CREDIT_CARD' | 'BILLET';
  cardNumber: string;
  cardName: string;
  cardExpiration: string;
  cardCvv: string;
  cardInstallment: string;
}

export type FieldName = keyof BuyerForm;

/** Card data are not stored, not even in the draft. */
export const cardFields = ['cardNumber', 'cardName', 'cardExpiration', 'cardCvv'] as const;

const addressFields = ['street', 'number', 'district', 'city', 'state'] as const;

export const emptyForm = (checkout: Checkout): BuyerForm => ({
  name: '',
  email: '',
  phone: '',
  cpf: '',
  cep: '',
  street: '',
  number: '',
  complement: '',
  district: '',
  city: '',
  state: '',
  deliveryOptionId: preselectedDelivery(checkout),
  orderBumpsIds: [],
  paymentMethod: enabledMethods(checkout)[0] ?? 'PIX',
  cardNumber: '',
  cardName: '',
  cardExpiration: '',
  cardCvv: '',
  cardInstallment: '1',
});

/** Whether the buyer has entered anything that closing the tab would lose. */
export const hasBegun = (form: BuyerForm): boolean =>
  [form.name, form.email, form.phone, form.cpf, form.cep, form.cardNumber].some(
    (text) => text !== '',
  );

/** Not in English (checkout.35): buyers abroad have no CPF. */
export const needsDocumentAndPhone = (checkout: Checkout, language: Language): boolean =>
  checkout.requiredDocumentAndPhone && language === 'pt';

/** A checkout in the buyer's language. */
export interface ShownCheckout {
  readonly checkout: Checkout;
  readonly language: Language;
  readonly texts: CheckoutTexts;
}

/** Why the purchase cannot be sent yet. */
export interface BuyerFormError {
  readonly field: FieldName;
  /** Under the field. */
  readonly text: string;
  readonly toast: string;
}

/** The first of the field's errors that holds, so that a field shows one error at a time. `toast`: absent, it is the same as `text`. */
const firstError = (
  field: FieldName,
  ...errors: readonly (readonly [holds: boolean, text: string, toast?: string])[]
): readonly BuyerFormError[] => {
  const [, text, toast = text] = errors.find(([holds]) => holds) ?? [];
  return text === undefined || toast === undefined ? [] : [{ field, text, toast }];
};

/** A missing value is reported before an invalid one. */
const identityErrors = ({ cpf, phone }: BuyerForm, { texts }: ShownCheckout) => {
  const isCallable = normalisePhone(phone) !== undefined;
  return [
    ...firstError('cpf', [cpf === '', texts.cpfMissing]),
    ...firstError('phone', [phone === '', texts.phoneInvalid]),
    ...firstError('cpf', [cpf !== '' && !isValidCpf(cpf), texts.cpfInvalid]),
    ...firstError('phone', [phone !== '' && !isCallable, texts.phoneInvalid]),
  ];
};

/** The text says 'Mínimo 3 caracteres' although four are needed: the specification requires both. */
const personErrors = (form: BuyerForm, { texts }: ShownCheckout) => {
  const name = form.name.trim();
  const email = form.email.trim();
  return [
    ...firstError(
      'name',
      [name === '', texts.required, texts.nameMissing],
      [name.length < 4, texts.nameTooShort, texts.nameMissing],
      [name.length > limits.name, texts.atMost(limits.name)],
    ),
    ...firstError(
      'email',
      [email === '', texts.required, texts.emailInvalid],
      [!regexes.email.test(email), texts.emailInvalid],
    ),
  ];
};

/** An incomplete ZIP code hides the other fields, so it is reported alone. */
const addressErrors = (form: BuyerForm, { texts }: ShownCheckout) => {
  const toast = texts.addressMissing;
  if (!isCompletePostalCode(form.cep)) {
    return firstError(
      'cep',
      [form.cep === '', texts.required, toast],
      [true, texts.cepInvalid, toast],
    );
  }
  return addressFields.flatMap((name) =>
    firstError(name, [form[name].trim() === '', texts.required, toast]),
  );
};

/** Checks what a tokeniser would refuse (checkout.37). */
const cardErrors = (form: BuyerForm, { texts }: ShownCheckout) => {
  const expiry = cardExpiry(form.cardExpiration);
  const codeLength = securityCodeLength(cardBrand(form.cardNumber));
  const holder = form.cardName.trim();
  return [
    ...firstError('cardNumber', [!isValidCardNumber(form.cardNumber), texts.cardNumberInvalid]),
    ...firstError(
      'cardName',
      [holder === '', texts.required, texts.cardNameMissing],
      [!/^[^\s|]+(?:\s+[^\s|]+)+$/.test(holder), texts.cardNameInvalid],
    ),
    ...firstError(
      'cardExpiration',
      [!expiry, texts.cardExpirationInvalid],
      [expiry !== undefined && isExpired(expiry, new Date()), texts.cardExpired],
    ),
    ...firstError('cardCvv', [form.cardCvv.length !== codeLength, texts.cardCvvInvalid]),
  ];
};

/** At most one error per field, in the order of checkout.39. The first is also shown as a toast. */
export const errorsIn = (form: BuyerForm, shown: ShownCheckout): readonly BuyerFormError[] => [
  ...(needsDocumentAndPhone(shown.checkout, shown.language) ? identityErrors(form, shown) : []),
  ...personErrors(form, shown),
  ...(isShipped(shown.checkout, form) ? addressErrors(form, shown) : []),
  ...(form.paymentMethod === 'CREDIT_CARD' ? cardErrors(form, shown) : []),
];
