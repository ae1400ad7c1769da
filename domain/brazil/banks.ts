import type { BankAccount } from '#/domain/ports/receiver.ts';

/**
 * Returns a branch's check digit when it is above 0, else undefined: many forms fill in 0 where a branch has none. `X` stands
 * for 10 (people.51).
 */
export const branchDigitOf = ({
  branchDigit,
}: Pick<BankAccount, 'branchDigit'>): string | undefined => {
  const digit = branchDigit.trim().toUpperCase();
  return /^[1-9X]$/.test(digit) ? digit : undefined;
};
