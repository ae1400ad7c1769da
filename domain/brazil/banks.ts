import type { BankAccount } from '#/domain/ports/receiver.ts';

/** How the numbers of a bank account are written; the branch's digit may be empty. */
export const bankPatterns = {
  bankCode: /^\d{3}$/,
  branchNumber: /^\d{1,5}$/,
  branchDigit: /^[\dXx]?$/,
  accountNumber: /^\d{1,13}$/,
  accountDigit: /^[\dXx]{1,2}$/,
} as const satisfies Partial<Record<keyof BankAccount, RegExp>>;

/** Undefined = no digit or 0, which many forms fill in where a branch has none. `X` stands for 10 (people.51). */
export const branchDigitOf = ({
  branchDigit,
}: Pick<BankAccount, 'branchDigit'>): string | undefined => {
  const digit = branchDigit.trim().toUpperCase();
  return /^[1-9X]$/.test(digit) ? digit : undefined;
};
