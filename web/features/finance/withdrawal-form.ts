import { pixKeyMistake } from '#/domain/brazil/pix-key.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface WithdrawalTerms {
  readonly fee: number;
  readonly minimum: number;
}

export interface WithdrawalValues {
  readonly pixKey: string;
  readonly amount: number | null;
}

export const emptyWithdrawal: WithdrawalValues = { pixKey: '', amount: null };

const KEY_ERRORS = { CPF: 'keyCpf', CNPJ: 'keyCnpj', UNKNOWN: 'keyUnknown' } as const;

const keyError = (pixKey: string) => {
  if (pixKey.trim() === '') return 'keyMissing';
  const mistake = pixKeyMistake(pixKey);
  return mistake && KEY_ERRORS[mistake];
};

const amountError = (amount: number | null, available: number, minimum: number) => {
  if (amount === null || amount === 0) return 'amountMissing';
  if (amount < minimum) return 'tooLow';
  return amount > available ? 'tooHigh' : undefined;
};

export type WithdrawalError = NonNullable<ReturnType<typeof keyError | typeof amountError>>;

/** The server checks again, against the balance at that time. */
export const withdrawalErrors = (
  { pixKey, amount }: WithdrawalValues,
  available: number,
  { minimum }: WithdrawalTerms,
): FormErrors<WithdrawalValues, WithdrawalError> => ({
  pixKey: keyError(pixKey),
  amount: amountError(amount, available, minimum),
});

/** The fee is deducted from the amount (contract: `requestWithdrawal`). */
export const netOfFee = (amount: number, { fee }: WithdrawalTerms): number =>
  Math.max(0, amount - fee);
