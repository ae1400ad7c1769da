import type { FieldPathByValue } from 'react-hook-form';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { PlatformChange } from '#/api/contract/platform-settings.ts';
import { isName } from '#/domain/values/name.ts';
import { installmentFields } from '#/domain/payment/installment-fields.ts';
import { TERM_BOUNDS } from '#/domain/platform/term-bounds.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export type SavedTerms = OutputOf<'admin.getPlatformTerms'>;
export type PlatformTerms = SavedTerms['terms'];

/** The saved terms as values of a form, and their revision. */
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

/** Terms being edited. An emptied field is null, and so is an absent limit. */
export type TermsDraft = Draft<PlatformTerms>;

export type NumberPath = FieldPathByValue<TermsDraft, number | null>;

/** The unit of a number: money in cents, a percentage in basis points, hours, days, seconds, or a count. */
export type Kind = 'money' | 'percent' | 'hours' | 'days' | 'seconds' | 'count';

export interface NumberField {
  readonly path: NumberPath;
  readonly kind: Kind;
  readonly least: number;
  readonly most: number;
  /** The field may be left empty: there is then no such limit. */
  readonly isOptional?: true;
}

export const methods = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;

export type Method = (typeof methods)[number];

/** The paths of the interest for each number of instalments, starting with one instalment. */
export const interestPaths = installmentFields.map((name) => `installments.fees.${name}` as const);

/** Returns the numbers of instalments on offer that bear interest. */
export const installmentsWithInterest = ({ installments }: TermsDraft): readonly number[] => {
  const { maximum, interestFree } = installments;
  const numbers = interestPaths.map((_, index) => index + 1);
  return numbers.filter((number) => number > (interestFree ?? 0) && number <= (maximum ?? 0));
};

const percent = { kind: 'percent', ...TERM_BOUNDS.percent } as const;
const money = { kind: 'money', ...TERM_BOUNDS.amount } as const;
const limit = { kind: 'money', ...TERM_BOUNDS.limit, isOptional: true } as const;
const installments = { kind: 'count', ...TERM_BOUNDS.installments } as const;

/** Every number field of the terms, in the order of the page, with the bounds that the server checks. */
export const numberFields: readonly NumberField[] = [
  ...methods.map((method) => ({ path: `fees.${method}.percent` as const, ...percent })),
  ...methods.map((method) => ({ path: `fees.${method}.fixed` as const, ...money })),
  ...methods.map((method) => ({
    path: `clearingDays.${method}` as const,
    kind: 'days' as const,
    ...TERM_BOUNDS.clearingDays,
  })),
  { path: 'installments.maximum', ...installments },
  { path: 'installments.interestFree', ...installments },
  { path: 'installments.minimumValue', ...money },
  ...interestPaths.map((path) => ({ path, ...percent })),
  { path: 'expiry.pixSeconds', kind: 'seconds', ...TERM_BOUNDS.pixSeconds },
  { path: 'expiry.billetDays', kind: 'days', ...TERM_BOUNDS.boletoDays },
  { path: 'withdrawals.fee', ...money },
  { path: 'withdrawals.minimum', ...money },
  { path: 'withdrawals.largest', ...limit },
  { path: 'withdrawals.largestPerDay', ...limit },
  { path: 'withdrawals.approvalAbove', ...limit },
  { path: 'withdrawals.secondApprovalAbove', ...limit },
  {
    path: 'withdrawals.newDestinationHours',
    kind: 'hours',
    ...TERM_BOUNDS.newDestinationHours,
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
  | 'boleto'
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

/**
 * Returns the error of a value out of bounds. Inputs of money and percentages accept nothing above their maximum, and only a limit must be
 * more than 0. So an amount out of bounds is always a limit of 0.
 */
const errorOf = ({ path, kind }: NumberField): TermsError => {
  if (kind === 'count') return 'count';
  if (kind === 'seconds') return 'pix';
  if (kind === 'hours') return 'hours';
  if (kind === 'money') return 'limit';
  return path === 'expiry.billetDays' ? 'boleto' : 'clearingDays';
};

export const errorAt = (terms: TermsDraft, field: NumberField): TermsError | undefined => {
  const value = valueAt(terms, field.path);
  if (typeof value !== 'number') return field.isOptional ? undefined : 'missing';
  return value < field.least || value > field.most ? errorOf(field) : undefined;
};

const nameError = (name: string): TermsError => (name.trim() === '' ? 'missing' : 'unreadable');

/** The amount that needs two approvals must not be below the amount that needs one. */
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

/** Returns terms as a draft for the form, in which each absent limit is null. */
export const draftOf = (terms: PlatformTerms): TermsDraft => ({
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

/** Returns the terms to save; undefined if the draft has errors. */
export const termsIn = (draft: TermsDraft): PlatformTerms | undefined => {
  if (!isWhole(draft)) return undefined;
  const trimmed = trimTexts(draft);
  const withdrawals = Object.entries(trimmed.withdrawals).filter(([, value]) => value !== null);
  // The draft has no errors, so every null that is left out is an optional limit.
  return { ...trimmed, withdrawals: Object.fromEntries(withdrawals) } as PlatformTerms;
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

/** Returns the recorded differences of the fields that this page knows. */
export const differencesIn = (fields: PlatformChange['fields']): readonly Difference[] =>
  fields.flatMap(({ path: name, before, after }) => {
    const path = paths.find((each) => each === name);
    return path === undefined ? [] : [{ path, before, after }];
  });
