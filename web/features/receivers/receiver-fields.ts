import type { DocumentType } from '#/domain/brazil/document.ts';
import type { ReceiverTexts } from '#/web/i18n/pt-br/receivers.ts';

export type FieldName = keyof ReceiverTexts['fields'];
export type Group = keyof ReceiverTexts['groups'];

/** How a field is shown. */
export interface FieldSpec {
  readonly name: FieldName;
  readonly kind?: 'money' | 'date' | 'state' | 'bank' | 'account-type' | 'digits' | 'email';
  readonly isOptional?: true;
  /** Half of a desktop's width. */
  readonly isHalfWidth?: true;
  readonly maxLength?: number;
}

const address = [
  { name: 'zipCode', kind: 'digits', isHalfWidth: true, maxLength: 10 },
  { name: 'address', maxLength: 120 },
  { name: 'number', isHalfWidth: true, maxLength: 10 },
  { name: 'complement', isOptional: true, isHalfWidth: true, maxLength: 60 },
  { name: 'district', maxLength: 60 },
  { name: 'city', maxLength: 60 },
  { name: 'state', kind: 'state', isHalfWidth: true },
  { name: 'referencePoint', isOptional: true, maxLength: 80 },
] as const;

const phone = { name: 'phone', kind: 'digits', maxLength: 20 } as const;

const fields = {
  contact: [phone],
  address,
  bank: [
    { name: 'bankCode', kind: 'bank', maxLength: 3 },
    { name: 'accountType', kind: 'account-type' },
    { name: 'branchNumber', kind: 'digits', isHalfWidth: true, maxLength: 5 },
    { name: 'branchDigit', isOptional: true, isHalfWidth: true, maxLength: 1 },
    { name: 'accountNumber', kind: 'digits', isHalfWidth: true, maxLength: 13 },
    { name: 'accountDigit', isHalfWidth: true, maxLength: 2 },
  ],
  business: [
    { name: 'monthlyRevenue', kind: 'money' },
    { name: 'description', maxLength: 100 },
  ],
  person: [
    { name: 'birthdate', kind: 'date', isHalfWidth: true },
    { name: 'occupation', isHalfWidth: true, maxLength: 60 },
    { name: 'motherName', isOptional: true, maxLength: 80 },
  ],
  partner: [
    { name: 'name', maxLength: 80 },
    { name: 'document', kind: 'digits', isHalfWidth: true, maxLength: 14 },
    { name: 'monthlyIncome', kind: 'money', isHalfWidth: true },
    { name: 'email', kind: 'email', maxLength: 120 },
    phone,
  ],
  home: address,
} as const satisfies Readonly<Record<Group, readonly FieldSpec[]>>;

export const groupNames = Object.keys(fields) as readonly Group[];

export const fieldsOf = (group: Group): readonly FieldSpec[] => fields[group];

type NameIn<In extends Group> = (typeof fields)[In][number]['name'];

/** The texts by group and field. Money is written as its cents, in digits. */
export type ReceiverValues = { readonly [In in Group]: Readonly<Record<NameIn<In>, string>> };

/** A path such as `address.zipCode`. */
export type FieldKey = { [In in Group]: `${In}.${NameIn<In>}` }[Group];

const COMMON = ['contact', 'address', 'bank', 'business'] as const;

/** A company also needs its representative's data. */
export const groupsOf = (type: DocumentType): readonly Group[] =>
  type === 'CPF' ? [...COMMON, 'person'] : [...COMMON, 'partner', 'person', 'home'];

/** Element id of the list of banks. */
export const BANKS_ID = 'receiver-banks';
