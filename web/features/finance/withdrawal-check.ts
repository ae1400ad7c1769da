import { pixKeyMistake } from '#/domain/brazil/pix-key.ts';

/** The mistakes in a withdrawal as typed; an absent field has no mistake. */
export interface WithdrawalMistakes {
  readonly pixKey?: 'missing' | 'unknown' | 'cpf' | 'cnpj';
  readonly amount?: 'missing' | 'too-low' | 'too-high';
}

export interface WithdrawalTerms {
  readonly fee: number;
  readonly minimum: number;
}

interface WithdrawalDraft {
  readonly pixKey: string;
  readonly amount: number | undefined;
}

const KEY_MISTAKES = { CPF: 'cpf', CNPJ: 'cnpj', UNKNOWN: 'unknown' } as const;

const keyMistake = (pixKey: string): WithdrawalMistakes['pixKey'] => {
  if (pixKey.trim() === '') return 'missing';
  const mistake = pixKeyMistake(pixKey);
  return mistake && KEY_MISTAKES[mistake];
};

const amountMistake = (
  amount: number | undefined,
  available: number,
  { minimum }: WithdrawalTerms,
): WithdrawalMistakes['amount'] => {
  if (amount === undefined || amount === 0) return 'missing';
  if (amount < minimum) return 'too-low';
  return amount > available ? 'too-high' : undefined;
};

/** Checks a draft; the server checks again, against the balance at that time. */
export const withdrawalMistakes = (
  { pixKey, amount }: WithdrawalDraft,
  available: number,
  terms: WithdrawalTerms,
): WithdrawalMistakes => {
  const wrongKey = keyMistake(pixKey);
  const wrongAmount = amountMistake(amount, available, terms);
  return { ...(wrongKey && { pixKey: wrongKey }), ...(wrongAmount && { amount: wrongAmount }) };
};

/** The fee is deducted from the amount (contract: `requestWithdrawal`). */
export const netOfFee = (amount: number, { fee }: WithdrawalTerms): number =>
  Math.max(0, amount - fee);
