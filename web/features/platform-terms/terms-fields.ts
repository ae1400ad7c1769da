import type { FieldPathByValue } from 'react-hook-form';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { PlatformChange } from '#/api/contract/platform-settings.ts';
import { isName } from '#/domain/values/name.ts';
import { installmentFields } from '#/domain/payment/installment-fields.ts';
import { TERM_BOUNDS } from '#/domain/platform/term-bounds.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export type SavedTerms = OutputOf<'admin.getPlatformTerms'>;
export type PlatformTerms = SavedTerms['terms'];

/** The saved terms as form values. */
export interface Saved {
  readonly values: TermsDraft;
  readonly revision: number;
  readonly changedAt: string;
}

type Draft<Value> = Value extends number
  ? number | null
  : Value extends string
    ? Value
    : { readonly [Name in keyof Value]-?: Draft<Exclude<Value[Name], undefined>> };

/** An emptied field and an absent limit are null. */
export type TermsDraft = Draft<PlatformTerms>;

export type NumberPath = FieldPathByValue<TermsDraft, number | null>;

/** Money in cents, a percentage in basis points. */
export type Kind = 'money' | 'percent' | 'hours' | 'days' | 'seconds' | 'count';

export interface NumberField {
  readonly path: NumberPath;
  readonly kind: Kind;
  readonly least: number;
  readonly most: number;
  /** The field may be empty: then there is no such limit. */
  readonly isOptional?: true;
}

export const methods = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;

export type Method = (typeof methods)[number];

/** The paths of interest by number of instalments, starting with one. */
export const interestPaths = installmentFields.map((name) => `installments.fees.${name}` as const);

/** Offered numbers of instalments that bear interest. */
export const installmentsWithInterest = ({ installments }: TermsDraft): readonly number[] => {
  const { maximum, interestFree } = installments;
  const numbers = interestPaths.map((_, index) => index + 1);
  return numbers.filter((number) => number > (interestFree ?? 0) && number <= (maximum ?? 0));
};

const percent = { kind: 'percent', ...TERM_BOUNDS.percent } as const;
const money = { kind: 'money', ...TERM_BOUNDS.amount } as const;
const limit = { kind: 'money', ...TERM_BOUNDS.limit, isOptional: true } as const;
const installments = { kind: 'count', ...TERM_BOUNDS.installments } as const;

/** In the page's order, with the bounds that the server checks. */
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

/** Null where there is no value. */
export const valueAt = (terms: object, path: string): TermsValue => {
  let value: unknown = terms;
  for (const name of path.split('.')) value = Object(value)[name];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

/** `limit` for money: the only amount out of bounds is a limit of 0, because money inputs accept nothing above their maximum. */
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

/** The amount that needs a second approval must not be below the amount that needs the first. */
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

const isValid = (terms: TermsDraft): boolean =>
  Object.values(termsErrors(terms)).every((error) => error === undefined);

/** Without spaces around texts. */
export const trimTexts = <Terms extends TermsDraft>(draft: Terms): Terms => ({
  ...draft,
  name: draft.name.trim(),
  maintenance: { notice: draft.maintenance.notice.trim() },
});

/** The terms to save; undefined if the draft has errors. */
export const termsIn = (draft: TermsDraft): PlatformTerms | undefined => {
  if (!isValid(draft)) return undefined;
  const trimmed = trimTexts(draft);
  const withdrawals = Object.entries(trimmed.withdrawals).filter(([, value]) => value !== null);
  // Without errors, every null is an optional limit.
  return { ...trimmed, withdrawals: Object.fromEntries(withdrawals) } as PlatformTerms;
};

export interface Difference {
  readonly path: TermsPath;
  readonly before: TermsValue;
  readonly after: TermsValue;
}

/** In the order of the page. */
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

/** The differences in the fields that this page has. */
export const differencesIn = (fields: PlatformChange['fields']): readonly Difference[] =>
  fields.flatMap(({ path: name, before, after }) => {
    const path = paths.find((each) => each === name);
    return path === undefined ? [] : [{ path, before, after }];
  });
