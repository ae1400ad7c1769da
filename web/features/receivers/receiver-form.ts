import { bankPatterns } from '#/domain/brazil/banks.ts';
import { isValidCpf, normaliseDocument } from '#/domain/brazil/document.ts';
import type { DocumentType } from '#/domain/brazil/document.ts';
import { isValidPhone, normalisePhone } from '#/domain/brazil/phone.ts';
import { normalisePostalCode } from '#/domain/brazil/postal-code.ts';
import { isStateCode } from '#/domain/brazil/states.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';
import { fieldsOf, groupsOf } from './receiver-fields.ts';
import type { FieldName, Group, ReceiverValues } from './receiver-fields.ts';
import type { ReceiverInput } from './receiver-queries.ts';

type Texts = Readonly<Partial<Record<FieldName, string>>>;

export type ReceiverError = 'missing' | 'wrong';

type AccountType = ReceiverInput['bankAccount']['accountType'];

const isAccountType = (text: string | undefined): text is AccountType =>
  text === 'CHECKING' || text === 'SAVINGS';

const fits = (pattern: RegExp) => (text: string) => pattern.test(text);
const isAmount = (text: string): boolean => Number(text) > 0;

/** Fields without a rule may hold any text. */
const RULES: Readonly<Partial<Record<FieldName, (text: string) => boolean>>> = {
  phone: isValidPhone,
  zipCode: (text) => normalisePostalCode(text) !== undefined,
  state: isStateCode,
  bankCode: fits(bankPatterns.bankCode),
  accountType: isAccountType,
  branchNumber: fits(bankPatterns.branchNumber),
  branchDigit: fits(bankPatterns.branchDigit),
  accountNumber: fits(bankPatterns.accountNumber),
  accountDigit: fits(bankPatterns.accountDigit),
  monthlyRevenue: isAmount,
  monthlyIncome: isAmount,
  birthdate: fits(/^(?:19|20)\d{2}-\d{2}-\d{2}$/),
  document: isValidCpf,
  email: fits(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
};

const errorIn = (name: FieldName, text: string, isOptional: boolean): ReceiverError | undefined => {
  if (text === '') return isOptional ? undefined : 'missing';
  return RULES[name]?.(text) === false ? 'wrong' : undefined;
};

export const receiverErrors = (
  values: ReceiverValues,
  type: DocumentType,
): FormErrors<ReceiverValues, ReceiverError> =>
  Object.fromEntries(
    groupsOf(type).flatMap((group) => {
      const texts: Texts = values[group];
      return fieldsOf(group).map(({ name, isOptional = false }) => [
        `${group}.${name}`,
        errorIn(name, texts[name]?.trim() ?? '', isOptional),
      ]);
    }),
  );

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const textsOf = <In extends Group>(
  group: In,
  saved: Readonly<Record<string, unknown>> = {},
): ReceiverValues[In] =>
  Object.fromEntries(
    fieldsOf(group).map(({ name }) => [name, textOf(saved[name])]),
  ) as ReceiverValues[In];

/** The form's values. Of a company's representatives, the form has the first. */
export const receiverValues = (details: ReceiverInput | null): ReceiverValues => {
  const [partner] = details?.partners ?? [];
  return {
    contact: textsOf('contact', { phone: details?.phone }),
    address: textsOf('address', details?.address),
    bank: textsOf('bank', details?.bankAccount ?? { accountType: 'CHECKING' }),
    business: textsOf('business', { ...details }),
    person: textsOf('person', partner ?? details?.person),
    partner: textsOf('partner', partner),
    home: textsOf('home', partner?.address),
  };
};

const trimAll = <Fields extends Readonly<Record<string, string>>>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()])) as Fields;

/** The fields that are not empty. */
const withoutEmpty = <Fields extends Readonly<Record<string, string>>>(
  fields: Fields,
): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')) as Partial<Fields>;

const addressFrom = (values: ReceiverValues['address']): ReceiverInput['address'] | undefined => {
  const { state, zipCode: typed, complement, referencePoint, ...rest } = trimAll(values);
  if (!isStateCode(state)) return undefined;
  const zipCode = normalisePostalCode(typed) ?? typed;
  return { ...rest, zipCode, state, ...withoutEmpty({ complement, referencePoint }) };
};

const phoneFrom = (typed: string): string => normalisePhone(typed) ?? typed.trim();

/** The details as the server records them; undefined without an address's state or an account type. */
export const receiverInput = (
  values: ReceiverValues,
  type: DocumentType,
): ReceiverInput | undefined => {
  const address = addressFrom(values.address);
  const { accountType, ...bank } = trimAll(values.bank);
  if (!address || !isAccountType(accountType)) return undefined;
  const { monthlyRevenue, description } = trimAll(values.business);
  const common = {
    phone: phoneFrom(values.contact.phone),
    address,
    bankAccount: { ...bank, accountType },
    monthlyRevenue: Number(monthlyRevenue),
    description,
  };
  const { motherName, ...rest } = trimAll(values.person);
  const person = { ...rest, ...withoutEmpty({ motherName }) };
  if (type === 'CPF') return { ...common, person };
  const { monthlyIncome, phone, document: typed, ...partner } = trimAll(values.partner);
  const home = addressFrom(values.home);
  if (!home) return undefined;
  const identity = { phone: phoneFrom(phone), document: normaliseDocument(typed) };
  const income = { monthlyIncome: Number(monthlyIncome) };
  const representative = { ...person, ...partner, ...identity, ...income, address: home };
  return { ...common, partners: [representative] };
};
