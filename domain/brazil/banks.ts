import type { BankAccount } from '#/domain/ports/receiver.ts';

/** How the numbers of a bank account are written; the branch's digit is empty if the bank has none. */
export const bankPatterns = {
  bankCode: /^\d{3}$/,
  branchNumber: /^\d{1,5}$/,
  branchDigit: /^[\dXx]?$/,
  accountNumber: /^\d{1,13}$/,
  accountDigit: /^[\dXx]{1,2}$/,
} as const satisfies Partial<Record<keyof BankAccount, RegExp>>;

/**
 * Returns a branch's check digit when it is above 0, else undefined: many forms fill in 0 where a branch has none. `X` stands for
 * 10, so it is above 0 (people.51).
 */
export const branchDigitOf = ({
  branchDigit,
}: Pick<BankAccount, 'branchDigit'>): string | undefined => {
  const digit = branchDigit.trim().toUpperCase();
  return /^[1-9X]$/.test(digit) ? digit : undefined;
};
