import { add, cents, percentOf, subtract, type Cents } from '#/domain/money.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';

export type InstallmentRules = PlatformDetails['installments'];

/** One way to pay by card (checkout.64). */
export interface InstallmentOption {
  readonly installmentNumber: number;
  readonly installmentValue: Cents;
  /** What the buyer pays in all; `installmentNumber` equal parts of it, the first taking the odd cents. */
  readonly total: Cents;
  readonly interest: Cents;
  readonly interestFree: boolean;
}

const feeFields = [
  'installmentOne',
  'installmentTwo',
  'installmentThree',
  'installmentFour',
  'installmentFive',
  'installmentSix',
  'installmentSeven',
  'installmentEight',
  'installmentNine',
  'installmentTen',
  'installmentEleven',
  'installmentTwelve',
] as const;

/**
 * Each number from 1 to the allowed count whose value is at least the minimum (paying at once always is
 * possible); up to the interest-free limit no interest, beyond it that number's percentage on the price, rounded to cents
 * (money.10, money.11).
 */
export const installmentOptions = (
  price: Cents,
  rules: InstallmentRules,
): readonly InstallmentOption[] => {
  const options: InstallmentOption[] = [];
  for (const [index, field] of feeFields.entries()) {
    const installmentNumber = index + 1;
    if (installmentNumber > rules.maximum) break;
    const interestFree = installmentNumber <= rules.interestFree;
    const interest = interestFree
      ? subtract(price, price)
      : percentOf(price, rules.fees[field], 'half-up');
    const total = add(price, interest);
    const installmentValue = cents(Math.round(total / installmentNumber));
    if (installmentNumber > 1 && installmentValue < rules.minimumValue) continue;
    options.push({ installmentNumber, installmentValue, total, interest, interestFree });
  }
  return options;
};
