import type { BankAccount } from '#/domain/ports/receiver.ts';

/**
 * Bank accounts as acquirers want them (people.51, people.71, people.72). Which banks a rule is for is theirs to say, never
 * said here.
 */

/** A bank's code of three digits, however it was written: `1` is Banco do Brasil's `001`. */
export const normaliseBankCode = (code: string): string => code.replace(/\D/g, '').padStart(3, '0');

/** Codes in `banks` have their three digits. */
export const isOneOfBanks = (
  { bankCode }: Pick<BankAccount, 'bankCode'>,
  banks: readonly string[],
): boolean => banks.includes(normaliseBankCode(bankCode));

/**
 * A branch's check digit when it is above 0, else undefined: many forms fill in 0 where a branch has none. `X` stands
 * for 10.
 */
export const branchDigitOf = ({
  branchDigit,
}: Pick<BankAccount, 'branchDigit'>): string | undefined => {
  const digit = branchDigit.trim().toUpperCase();
  return /^[1-9X]$/.test(digit) ? digit : undefined;
};

/** The branch, with its digit behind it at those banks, and only when the digit is above 0. */
export const joinedBranch = (
  account: Pick<BankAccount, 'bankCode' | 'branchNumber' | 'branchDigit'>,
  joiningBanks: readonly string[],
): string => {
  const digit = isOneOfBanks(account, joiningBanks) ? branchDigitOf(account) : undefined;
  return `${account.branchNumber}${digit ?? ''}`;
};
