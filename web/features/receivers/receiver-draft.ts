import { isValidCpf } from '#/domain/brazil/document.ts';
import type { DocumentType } from '#/domain/brazil/document.ts';
import { isValidPhone } from '#/domain/brazil/phone.ts';
import { normalisePostalCode } from '#/domain/brazil/postal-code.ts';
import { isStateCode } from '#/domain/brazil/states.ts';
import type { ReceiverTexts } from '#/web/i18n/pt-br/receivers.ts';
import type { ReceiverInput } from './receiver-queries.ts';

/** The typed texts by group and field, before they are sent. Money is digits of cents. */

export type FieldName = keyof ReceiverTexts['fields'];
export type Group = keyof ReceiverTexts['groups'];
export type Draft = Readonly<Partial<Record<`${Group}.${FieldName}`, string>>>;

interface FieldSpec {
  readonly name: FieldName;
  readonly kind?: 'money' | 'date' | 'state' | 'bank' | 'account-type' | 'digits' | 'email';
  readonly isOptional?: true;
  readonly isGood?: (text: string) => boolean;
  /** Takes half of the width on a desktop. */
  readonly isShort?: true;
  readonly maxLength?: number;
}

const fits = (pattern: RegExp) => (text: string) => pattern.test(text);

const address: readonly FieldSpec[] = [
  {
    name: 'zipCode',
    kind: 'digits',
    isShort: true,
    isGood: (text) => normalisePostalCode(text) !== undefined,
    maxLength: 10,
  },
  { name: 'address', maxLength: 120 },
  { name: 'number', isShort: true, maxLength: 10 },
  { name: 'complement', isOptional: true, isShort: true, maxLength: 60 },
  { name: 'district', maxLength: 60 },
  { name: 'city', maxLength: 60 },
  { name: 'state', kind: 'state', isShort: true, isGood: isStateCode },
  { name: 'referencePoint', isOptional: true, maxLength: 80 },
];

const isAmount = (text: string): boolean => Number(text) > 0;
const phone: FieldSpec = { name: 'phone', kind: 'digits', isGood: isValidPhone, maxLength: 20 };

export const groupFields: Readonly<Record<Group, readonly FieldSpec[]>> = {
  contact: [phone],
  address,
  bank: [
    { name: 'bankCode', kind: 'bank', isGood: fits(/^\d{3}$/), maxLength: 3 },
    { name: 'accountType', kind: 'account-type' },
    {
      name: 'branchNumber',
      kind: 'digits',
      isShort: true,
      isGood: fits(/^\d{1,5}$/),
      maxLength: 5,
    },
    {
      name: 'branchDigit',
      isOptional: true,
      isShort: true,
      isGood: fits(/^[\dXx]?$/),
      maxLength: 1,
    },
    {
      name: 'accountNumber',
      kind: 'digits',
      isShort: true,
      isGood: fits(/^\d{1,13}$/),
      maxLength: 13,
    },
    { name: 'accountDigit', isShort: true, isGood: fits(/^[\dXx]{1,2}$/), maxLength: 2 },
  ],
  business: [
    { name: 'monthlyRevenue', kind: 'money', isGood: isAmount },
    { name: 'description', maxLength: 100 },
  ],
  person: [
    {
      name: 'birthdate',
      kind: 'date',
      isShort: true,
      isGood: fits(/^(?:19|20)\d{2}-\d{2}-\d{2}$/),
    },
    { name: 'occupation', isShort: true, maxLength: 60 },
    { name: 'motherName', isOptional: true, maxLength: 80 },
  ],
  partner: [
    { name: 'name', maxLength: 80 },
    { name: 'document', kind: 'digits', isShort: true, isGood: isValidCpf, maxLength: 14 },
    { name: 'monthlyIncome', kind: 'money', isShort: true, isGood: isAmount },
    { name: 'email', kind: 'email', isGood: fits(/^[^\s@]+@[^\s@]+\.[^\s@]+$/), maxLength: 120 },
    phone,
  ],
  home: address,
};

const COMMON = ['contact', 'address', 'bank', 'business'] as const;

/** A company also needs the data of the person who represents it. */
export const groupsOf = (type: DocumentType): readonly Group[] =>
  type === 'CPF' ? [...COMMON, 'person'] : [...COMMON, 'partner', 'person', 'home'];

export type Mistake = 'missing' | 'wrong';
export type Mistakes = Readonly<Partial<Record<keyof Draft, Mistake>>>;

const mistakeIn = (text: string, { isOptional, isGood }: FieldSpec): Mistake | undefined => {
  if (text === '') return isOptional ? undefined : 'missing';
  return isGood && !isGood(text) ? 'wrong' : undefined;
};

export const mistakesIn = (draft: Draft, type: DocumentType): Mistakes => {
  const found: Partial<Record<keyof Draft, Mistake>> = {};
  for (const group of groupsOf(type)) {
    for (const field of groupFields[group]) {
      const key = `${group}.${field.name}` as const;
      const mistake = mistakeIn(draft[key]?.trim() ?? '', field);
      if (mistake) found[key] = mistake;
    }
  }
  return found;
};

type Address = ReceiverInput['address'];

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const draftOf = (group: Group, values: Readonly<Record<string, unknown>>): Draft =>
  Object.fromEntries(
    groupFields[group].map(({ name }) => [`${group}.${name}`, textOf(values[name])]),
  );

/** The initial form; for a company with its first representative. */
export const draftFrom = (details: ReceiverInput | null): Draft => {
  if (details === null) return { 'bank.accountType': 'CHECKING' };
  const [partner] = details.partners ?? [];
  return {
    ...draftOf('contact', { phone: details.phone }),
    ...draftOf('address', details.address),
    ...draftOf('bank', details.bankAccount),
    ...draftOf('business', details),
    ...draftOf('person', partner ?? details.person ?? {}),
    ...(partner && { ...draftOf('partner', partner), ...draftOf('home', partner.address) }),
  };
};

/** Converts a draft to the request. Call only when there are no mistakes. */
export const inputFrom = (draft: Draft, type: DocumentType): ReceiverInput => {
  const of = (group: Group, name: FieldName): string => draft[`${group}.${name}`]?.trim() ?? '';
  const ifFilled = (group: Group, name: FieldName): Readonly<Record<string, string>> => {
    const text = of(group, name);
    return text === '' ? {} : { [name]: text };
  };
  const addressIn = (group: 'address' | 'home'): Address => {
    const state = of(group, 'state');
    return {
      zipCode: of(group, 'zipCode'),
      address: of(group, 'address'),
      number: of(group, 'number'),
      district: of(group, 'district'),
      city: of(group, 'city'),
      state: isStateCode(state) ? state : 'SP',
      ...ifFilled(group, 'complement'),
      ...ifFilled(group, 'referencePoint'),
    };
  };
  const person = {
    birthdate: of('person', 'birthdate'),
    occupation: of('person', 'occupation'),
    ...ifFilled('person', 'motherName'),
  };
  const common = {
    phone: of('contact', 'phone'),
    address: addressIn('address'),
    bankAccount: {
      bankCode: of('bank', 'bankCode'),
      branchNumber: of('bank', 'branchNumber'),
      branchDigit: of('bank', 'branchDigit'),
      accountNumber: of('bank', 'accountNumber'),
      accountDigit: of('bank', 'accountDigit'),
      accountType: of('bank', 'accountType') === 'SAVINGS' ? 'SAVINGS' : 'CHECKING',
    },
    monthlyRevenue: Number(of('business', 'monthlyRevenue')),
    description: of('business', 'description'),
  } as const;
  if (type === 'CPF') return { ...common, person };
  const partner = {
    ...person,
    name: of('partner', 'name'),
    document: of('partner', 'document'),
    email: of('partner', 'email'),
    phone: of('partner', 'phone'),
    monthlyIncome: Number(of('partner', 'monthlyIncome')),
    address: addressIn('home'),
  };
  return { ...common, partners: [partner] };
};
