import { z } from 'zod/mini';
import type { Checkout } from '#/api/contract/checkout.ts';
import { isValidCpf } from '#/domain/brazil/document.ts';
import { normalisePhone } from '#/domain/brazil/phone.ts';
import type { Language } from '#/web/lib/i18n.ts';
import type { CheckoutTexts } from './texts.ts';
import { isValidCardNumber } from '#/domain/card/card-number.ts';
import { cardBrand, cardExpiry, isExpired, securityCodeLength } from './card.ts';
import { enabledMethods, isPhysical, preselectedDelivery } from './offer.ts';
import { isCompletePostalCode } from './masks.ts';

/** The buyer's form (spec 1 §3), every field as the text in it. */
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

/** Document and phone are asked only where the offer needs them, and never in English (spec 1 §5). */
export const asksIdentity = (checkout: Checkout, language: Language): boolean =>
  checkout.requiredDocumentAndPhone && language === 'pt';

export interface FormTerms {
  readonly checkout: Checkout;
  readonly language: Language;
  readonly texts: CheckoutTexts;
}

type Complaint = readonly [FieldName, string];

const identityComplaints = (form: BuyerForm, { texts }: FormTerms): readonly Complaint[] => [
  ...(form.cpf === '' ? ([['cpf', texts.cpfMissing]] as const) : []),
  ...(form.cpf !== '' && !isValidCpf(form.cpf) ? ([['cpf', texts.cpfInvalid]] as const) : []),
  ...(normalisePhone(form.phone) === undefined ? ([['phone', texts.phoneInvalid]] as const) : []),
];

/** The rest of the address is asked for once the ZIP code was looked up; until then only the code can be wrong. */
const addressComplaints = (form: BuyerForm, { texts }: FormTerms): readonly Complaint[] => {
  if (form.cep === '') return [['cep', texts.required]];
  if (!isCompletePostalCode(form.cep)) return [['cep', texts.cepInvalid]];
  return addressFields
    .filter((name) => form[name].trim() === '')
    .map((name) => [name, texts.required] as const);
};

const cardComplaints = (form: BuyerForm, { texts }: FormTerms): readonly Complaint[] => {
  const expiry = cardExpiry(form.cardExpiration);
  const codeLength = securityCodeLength(cardBrand(form.cardNumber));
  const checks = [
    [isValidCardNumber(form.cardNumber), 'cardNumber', texts.cardNumberInvalid],
    [form.cardName.trim() !== '', 'cardName', texts.required],
    [expiry && !isExpired(expiry, new Date()), 'cardExpiration', texts.cardExpirationInvalid],
    [form.cardCvv.length === codeLength, 'cardCvv', texts.cardCvvInvalid],
  ] as const;
  return checks.filter(([holds]) => !holds).map(([, name, text]) => [name, text] as const);
};

/** Everything that the chosen way to buy needs beyond name and e-mail, in the order of the page. */
const complaints = (form: BuyerForm, terms: FormTerms): readonly Complaint[] => [
  ...(asksIdentity(terms.checkout, terms.language) ? identityComplaints(form, terms) : []),
  ...(isPhysical(terms.checkout) ? addressComplaints(form, terms) : []),
  ...(form.paymentMethod === 'CREDIT_CARD' ? cardComplaints(form, terms) : []),
];

/**
 * The rules of spec 1 §5 with its wording: the schema's own, then those that apply on submit. A name of three characters
 * is told 'Mínimo 3 caracteres' though four are needed: both are the spec's.
 */
export const buyerSchema = (terms: FormTerms) => {
  const { texts } = terms;
  const text = z.string();
  return z
    .object({
      name: text.check(
        z.trim(),
        z.minLength(1, texts.required),
        z.minLength(4, texts.nameTooShort),
        z.maxLength(30, texts.nameTooLong),
      ),
      email: text.check(
        z.trim(),
        z.minLength(1, texts.required),
        z.email({ error: texts.emailInvalid }),
      ),
      phone: text,
      cpf: text,
      cep: text,
      street: text,
      number: text,
      complement: text,
      district: text,
      city: text,
      state: text,
      deliveryOptionId: text,
      orderBumpsIds: z.array(text),
      paymentMethod: z.enum(['PIX', 'CREDIT_CARD', 'BILLET']),
      cardNumber: text,
      cardName: text,
      cardExpiration: text,
      cardCvv: text,
      cardInstallment: text,
    })
    .check((context) => {
      for (const [name, message] of complaints(context.value, terms)) {
        context.issues.push({ code: 'custom', path: [name], message, input: context.value });
      }
    });
};

/** The one sentence that a refused submit says in its toast (spec 1 §5, *On submit*). */
export const submitComplaint = (form: BuyerForm, terms: FormTerms): string => {
  const { texts, checkout, language } = terms;
  if (form.name.trim() === '') return texts.nameMissing;
  const [identity] = asksIdentity(checkout, language) ? identityComplaints(form, terms) : [];
  if (identity) return identity[1];
  if (isPhysical(checkout) && addressComplaints(form, terms).length > 0)
    return texts.addressMissing;
  return texts.checkFieldsToast;
};
