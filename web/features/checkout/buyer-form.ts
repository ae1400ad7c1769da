import { regexes } from 'zod/v4/core';
import type { Checkout } from '#/api/contract/checkout.ts';
import { isValidCpf } from '#/domain/brazil/document.ts';
import { normalisePhone } from '#/domain/brazil/phone.ts';
import type { Language } from '#/web/lib/i18n.ts';
import type { CheckoutTexts } from './texts.ts';
import { isValidCardNumber } from '#/domain/card/card-number.ts';
import { cardBrand, cardExpiry, isExpired, securityCodeLength } from './card.ts';
import { enabledMethods, isShipped, preselectedDelivery } from './offer.ts';
import { isCompletePostalCode, limits } from './masks.ts';

/** The buyer's form (checkout.30), every field as the text in it. */
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

/** Never leave the page's memory, not even into the draft. */
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

/** Something that the buyer typed, and would miss. */
export const hasBegun = (form: BuyerForm): boolean =>
  [form.name, form.email, form.phone, form.cpf, form.cep, form.cardNumber].some(
    (text) => text !== '',
  );

/** Document and phone are asked only where the offer needs them, and never in English (checkout.35). */
export const asksIdentity = (checkout: Checkout, language: Language): boolean =>
  checkout.requiredDocumentAndPhone && language === 'pt';

export interface FormTerms {
  readonly checkout: Checkout;
  readonly language: Language;
  readonly texts: CheckoutTexts;
}

/** Why a purchase cannot be sent yet. */
export interface Complaint {
  readonly field: FieldName;
  /** Stands under the field. */
  readonly text: string;
  /** Stands over the page when it is the first. */
  readonly toast: string;
}

/** The first of these that holds, so that a field has one mistake at a time. */
const complaint = (
  field: FieldName,
  ...mistakes: readonly (readonly [holds: boolean, text: string, toast?: string])[]
): readonly Complaint[] => {
  const [, text, toast = text] = mistakes.find(([holds]) => holds) ?? [];
  return text === undefined || toast === undefined ? [] : [{ field, text, toast }];
};

/** A missing number comes before one that is wrong. */
const identityComplaints = ({ cpf, phone }: BuyerForm, { texts }: FormTerms) => {
  const isCallable = normalisePhone(phone) !== undefined;
  return [
    ...complaint('cpf', [cpf === '', texts.cpfMissing]),
    ...complaint('phone', [phone === '', texts.phoneInvalid]),
    ...complaint('cpf', [cpf !== '' && !isValidCpf(cpf), texts.cpfInvalid]),
    ...complaint('phone', [phone !== '' && !isCallable, texts.phoneInvalid]),
  ];
};

/** A name of three letters is told 'Mínimo 3 caracteres' though four are needed: both are the specification's. */
const personComplaints = (form: BuyerForm, { texts }: FormTerms) => {
  const name = form.name.trim();
  const email = form.email.trim();
  return [
    ...complaint(
      'name',
      [name === '', texts.required, texts.nameMissing],
      [name.length < 4, texts.nameTooShort, texts.nameMissing],
      [name.length > limits.name, texts.atMost(limits.name)],
    ),
    ...complaint(
      'email',
      [email === '', texts.required, texts.emailInvalid],
      [!regexes.email.test(email), texts.emailInvalid],
    ),
  ];
};

/** The rest of the address is asked for once the ZIP code was looked up; until then only the code can be wrong. */
const addressComplaints = (form: BuyerForm, { texts }: FormTerms) => {
  const toast = texts.addressMissing;
  if (!isCompletePostalCode(form.cep)) {
    return complaint(
      'cep',
      [form.cep === '', texts.required, toast],
      [true, texts.cepInvalid, toast],
    );
  }
  return addressFields.flatMap((name) =>
    complaint(name, [form[name].trim() === '', texts.required, toast]),
  );
};

/** What a tokeniser would refuse, said before it is asked (checkout.37). */
const cardComplaints = (form: BuyerForm, { texts }: FormTerms) => {
  const expiry = cardExpiry(form.cardExpiration);
  const codeLength = securityCodeLength(cardBrand(form.cardNumber));
  const holder = form.cardName.trim();
  return [
    ...complaint('cardNumber', [!isValidCardNumber(form.cardNumber), texts.cardNumberInvalid]),
    ...complaint(
      'cardName',
      [holder === '', texts.required, texts.cardNameMissing],
      [!/^[^\s|]+(?:\s+[^\s|]+)+$/.test(holder), texts.cardNameInvalid],
    ),
    ...complaint(
      'cardExpiration',
      [!expiry, texts.cardExpirationInvalid],
      [expiry !== undefined && isExpired(expiry, new Date()), texts.cardExpired],
    ),
    ...complaint('cardCvv', [form.cardCvv.length !== codeLength, texts.cardCvvInvalid]),
  ];
};

/**
 * All that keeps the form from being sent, in the order in which checkout.39 (*On submit*) names it: of a refused submit the
 * first is the toast, and each stands under its field.
 */
export const complaintsOf = (form: BuyerForm, terms: FormTerms): readonly Complaint[] => [
  ...(asksIdentity(terms.checkout, terms.language) ? identityComplaints(form, terms) : []),
  ...personComplaints(form, terms),
  ...(isShipped(terms.checkout, form) ? addressComplaints(form, terms) : []),
  ...(form.paymentMethod === 'CREDIT_CARD' ? cardComplaints(form, terms) : []),
];
