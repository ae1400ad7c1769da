import type { OutputOf } from '#/api/contract/contract.ts';
import { ProblemError } from '#/web/lib/rpc.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export type WithdrawalTerms = Pick<
  OutputOf<'seller.getWithdrawalTerms'>,
  'fee' | 'minimum' | 'largest' | 'leftToday' | 'approvalAbove'
>;

export interface WithdrawalValues {
  /** Empty: no key is chosen. */
  readonly destinationId: string;
  /** In cents; null: the field is empty. */
  readonly amount: number | null;
}

type Limits = Pick<WithdrawalTerms, 'minimum' | 'largest' | 'leftToday'>;

const amountError = (
  amount: number | null,
  available: number,
  { minimum, largest, leftToday }: Limits,
) => {
  if (amount === null || amount === 0) return 'amountMissing';
  if (amount < minimum) return 'tooLow';
  if (largest !== null && amount > largest) return 'aboveLargest';
  if (leftToday !== null && amount > leftToday) return 'aboveDay';
  return amount > available ? 'tooHigh' : undefined;
};

export type WithdrawalError = NonNullable<ReturnType<typeof amountError>> | 'destinationMissing';

/** The server checks again, against the balance at that time. */
export const withdrawalErrors = (
  { destinationId, amount }: WithdrawalValues,
  available: number,
  limits: Limits,
): FormErrors<WithdrawalValues, WithdrawalError> => ({
  destinationId: destinationId === '' ? 'destinationMissing' : undefined,
  amount: amountError(amount, available, limits),
});

/** The most that may be withdrawn now. */
export const largestWithdrawalOf = (available: number, { largest, leftToday }: Limits): number =>
  Math.min(available, largest ?? available, leftToday ?? available);

/** Whether staff must approve this amount. */
export const isForStaff = (
  amount: number,
  { approvalAbove }: Pick<WithdrawalTerms, 'approvalAbove'>,
): boolean => approvalAbove !== null && amount > approvalAbove;

/** The fee is deducted from the amount. */
export const netOfFee = (amount: number, { fee }: Pick<WithdrawalTerms, 'fee'>): number =>
  Math.max(0, amount - fee);

const FIELDS: Readonly<Record<string, keyof WithdrawalValues>> = {
  'withdrawal/below-minimum': 'amount',
  'withdrawal/above-largest': 'amount',
  'withdrawal/above-day': 'amount',
  'account/insufficient-balance': 'amount',
  'destination/not-approved': 'destinationId',
  'resource/not-found': 'destinationId',
};

/** The field whose value the server refused; undefined for other failures. */
export const refusedField = (failure: Error | null): keyof WithdrawalValues | undefined =>
  failure instanceof ProblemError ? FIELDS[failure.problem.code] : undefined;
