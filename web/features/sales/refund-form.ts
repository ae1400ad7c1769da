import { SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';
import { needsTypedAmount } from './refund-consequences.ts';

export interface RefundValues {
  readonly kind: 'whole' | 'partial';
  /** In cents. */
  readonly amount: number | null;
  readonly note: string;
  /** The amount typed as confirmation, if `needsTypedAmount`. */
  readonly typed: number | null;
}

export const createWholeRefund = (refundable: number): RefundValues => ({
  kind: 'whole',
  amount: refundable,
  note: '',
  typed: null,
});

const amountError = (amount: number, refundable: number) => {
  if (amount === 0) return 'amountMissing';
  return amount > refundable ? 'amountTooHigh' : undefined;
};

export type RefundError =
  | NonNullable<ReturnType<typeof amountError>>
  | 'noteShort'
  | 'typeAmountWrong';

export const refundErrors = (
  { amount, note, typed }: RefundValues,
  refundable: number,
): FormErrors<RefundValues, RefundError> => {
  const isUnconfirmed = needsTypedAmount(amount ?? 0, refundable) && typed !== amount;
  return {
    amount: amountError(amount ?? 0, refundable),
    note: note.trim().length < SHORTEST_REASON ? 'noteShort' : undefined,
    typed: isUnconfirmed ? 'typeAmountWrong' : undefined,
  };
};
