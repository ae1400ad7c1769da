import type { FieldPathByValue } from 'react-hook-form';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { PlatformChange } from '#/api/contract/platform-settings.ts';
import { isName } from '#/domain/name.ts';
import { installmentFields } from '#/domain/payment/installment-fields.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export type SavedTerms = OutputOf<'admin.getPlatformTerms'>;
export type Terms = SavedTerms['terms'];

/** Terms on record, as a form shows them, and the revision of which they are. */
export interface Saved {
  readonly terms: TermsDraft;
  readonly revision: number;
  readonly changedAt: string;
}

type Draft<Value> = Value extends number
  ? number | null
  : Value extends string
    ? Value
    : { readonly [Name in keyof Value]-?: Draft<Exclude<Value[Name], undefined>> };

/** Terms that are being edited: a field that was emptied is null, and so is a limit that there is not. */
export type TermsDraft = Draft<Terms>;

export type NumberPath = FieldPathByValue<TermsDraft, number | null>;

/** What a figure is: money in cents, a percentage in basis points, hours, days, seconds, or a count. */
export type Kind = 'money' | 'percent' | 'hours' | 'days' | 'seconds' | 'count';

export interface NumberField {
  readonly path: NumberPath;
  readonly kind: Kind;
  readonly least: number;
  readonly most: number;
  /** May be left empty: there is no such limit. */
  readonly isOptional?: true;
}

export const methods = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;

export type Method = (typeof methods)[number];

/** The interest on a price, by the number of instalments, the first of one. */
export const interestPaths = installmentFields.map((name) => `installments.fees.${name}` as const);

/** Returns the numbers of instalments on offer that bear interest. */
export const installmentsWithInterest = ({ installments }: TermsDraft): readonly number[] => {
  const { maximum, interestFree } = installments;
  const numbers = interestPaths.map((_, index) => index + 1);
  return numbers.filter((number) => number > (interestFree ?? 0) && number <= (maximum ?? 0));
};

const percent = { kind: 'percent', least: 0, most: 10_000 } as const;
const money = { kind: 'money', least: 0, most: 99_999_999_99 } as const;
const limit = { kind: 'money', least: 1, most: 99_999_999_99, isOptional: true } as const;
const installments = { kind: 'count', least: 1, most: 12 } as const;

/** Every figure of the terms, in the order of the page, with the bounds that the server sets. */
export const numberFields: readonly NumberField[] = [
  ...methods.map((method) => ({ path: `fees.${method}.percent` as const, ...percent })),
  ...methods.map((method) => ({ path: `fees.${method}.fixed` as const, ...money })),
  ...methods.map((method) => ({
    path: `clearingDays.${method}` as const,
    kind: 'days' as const,
    least: 0,
    most: 365,
  })),
  { path: 'installments.maximum', ...installments },
  { path: 'installments.interestFree', ...installments },
  { path: 'installments.minimumValue', ...money },
  ...interestPaths.map((path) => ({ path, ...percent })),
  { path: 'expiry.pixSeconds', kind: 'seconds', least: 60, most: 2_592_000 },
  { path: 'expiry.billetDays', kind: 'days', least: 1, most: 30 },
  { path: 'withdrawals.fee', ...money },
  { path: 'withdrawals.minimum', ...money },
  { path: 'withdrawals.largest', ...limit },
  { path: 'withdrawals.largestPerDay', ...limit },
  { path: 'withdrawals.approvalAbove', ...limit },
  { path: 'withdrawals.secondApprovalAbove', ...limit },
  {
    path: 'withdrawals.newDestinationHours',
    kind: 'hours',
    least: 1,
    most: 720,
    isOptional: true,
  },
];

const paths = ['name', ...numberFields.map(({ path }) => path), 'maintenance.notice'] as const;

export type TermsPath = (typeof paths)[number];

export type TermsError =
  | 'missing'
  | 'unreadable'
  | 'clearingDays'
  | 'count'
  | 'aboveMaximum'
  | 'pix'
  | 'billet'
  | 'limit'
  | 'hours'
  | 'belowFirst'
  | 'firstMissing';

export type TermsValue = string | number | null;

/** Returns the value at a path; null where there is none. */
export const valueAt = (terms: object, path: string): TermsValue => {
  let value: unknown = terms;
  for (const name of path.split('.')) value = Object(value)[name];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

/** Fields of money and percentages take no more than they may; a limit of nothing is none. */
const errorOf = ({ path, kind }: NumberField): TermsError => {
  if (kind === 'count') return 'count';
  if (kind === 'seconds') return 'pix';
  if (kind === 'hours') return 'hours';
  if (kind === 'money') return 'limit';
  return path === 'expiry.billetDays' ? 'billet' : 'clearingDays';
};

export const errorAt = (terms: TermsDraft, field: NumberField): TermsError | undefined => {
  const value = valueAt(terms, field.path);
  if (typeof value !== 'number') return field.isOptional ? undefined : 'missing';
  return value < field.least || value > field.most ? errorOf(field) : undefined;
};

const nameError = (name: string): TermsError => (name.trim() === '' ? 'missing' : 'unreadable');

/** Two people are needed only above what needs one. */
const secondError = ({
  approvalAbove,
  secondApprovalAbove,
}: TermsDraft['withdrawals']): TermsError | undefined => {
  if (secondApprovalAbove === null) return undefined;
  if (approvalAbove === null) return 'firstMissing';
  return secondApprovalAbove < approvalAbove ? 'belowFirst' : undefined;
};

export const termsErrors = (terms: TermsDraft): FormErrors<TermsDraft, TermsError> => {
  const errors: Partial<Record<TermsPath, TermsError | undefined>> = {
    name: isName(terms.name) ? undefined : nameError(terms.name),
  };
  for (const field of numberFields) errors[field.path] = errorAt(terms, field);
  const { maximum, interestFree } = terms.installments;
  if (maximum !== null && interestFree !== null && interestFree > maximum)
    errors['installments.interestFree'] ??= 'aboveMaximum';
  errors['withdrawals.secondApprovalAbove'] ??= secondError(terms.withdrawals);
  return errors;
};

/** Returns terms as they are edited: each limit that there is not is an empty field. */
export const draftOf = (terms: Terms): TermsDraft => ({
  ...terms,
  withdrawals: {
    ...terms.withdrawals,
    largest: terms.withdrawals.largest ?? null,
    largestPerDay: terms.withdrawals.largestPerDay ?? null,
    approvalAbove: terms.withdrawals.approvalAbove ?? null,
    secondApprovalAbove: terms.withdrawals.secondApprovalAbove ?? null,
    newDestinationHours: terms.withdrawals.newDestinationHours ?? null,
  },
});

const isWhole = (terms: TermsDraft): boolean =>
  Object.values(termsErrors(terms)).every((error) => error === undefined);

/** Returns a draft without spaces around its texts. */
export const trimTexts = <Of extends TermsDraft>(draft: Of): Of => ({
  ...draft,
  name: draft.name.trim(),
  maintenance: { notice: draft.maintenance.notice.trim() },
});

/** Returns the terms of a draft without mistakes, as they would be saved. */
export const termsIn = (draft: TermsDraft): Terms | undefined => {
  if (!isWhole(draft)) return undefined;
  const trimmed = trimTexts(draft);
  const withdrawals = Object.entries(trimmed.withdrawals).filter(([, value]) => value !== null);
  // Every field that is left empty is one that may be.
  return { ...trimmed, withdrawals: Object.fromEntries(withdrawals) } as Terms;
};

export interface Difference {
  readonly path: TermsPath;
  readonly before: TermsValue;
  readonly after: TermsValue;
}

/** Returns the fields that differ, in the order of the page. */
export const differencesBetween = (
  before: TermsDraft,
  after: TermsDraft,
): readonly Difference[] => {
  const all = paths.map((path) => ({
    path,
    before: valueAt(before, path),
    after: valueAt(after, path),
  }));
  return all.filter((each) => each.before !== each.after);
};

/** Returns the differences on record, of the fields that this page knows. */
export const differencesIn = (fields: PlatformChange['fields']): readonly Difference[] =>
  fields.flatMap(({ path: name, before, after }) => {
    const path = paths.find((each) => each === name);
    return path === undefined ? [] : [{ path, before, after }];
  });
