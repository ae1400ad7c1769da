import { add, cents, percentOf, ZERO, type Cents } from '#/domain/values/money.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import { installmentFields } from './installment-fields.ts';

export type InstallmentRules = PlatformDetails['installments'];

/** One instalment plan for a card (checkout.64). */
export interface InstallmentOption {
  readonly installmentNumber: number;
  readonly installmentValue: Cents;
  /** What the buyer pays in all; `installmentValue` is its equal part, rounded to cents. */
  readonly total: Cents;
  readonly interest: Cents;
  readonly interestFree: boolean;
}

/** Plans from one instalment up to the maximum; with two or more, each must reach the minimum value (money.10, money.11). */
export const installmentOptions = (
  price: Cents,
  rules: InstallmentRules,
): readonly InstallmentOption[] => {
  const options: InstallmentOption[] = [];
  for (const [index, field] of installmentFields.entries()) {
    const installmentNumber = index + 1;
    if (installmentNumber > rules.maximum) break;
    const interestFree = installmentNumber <= rules.interestFree;
    const interest = interestFree ? ZERO : percentOf(price, rules.fees[field], 'half-up');
    const total = add(price, interest);
    const installmentValue = cents(Math.round(total / installmentNumber));
    if (installmentNumber > 1 && installmentValue < rules.minimumValue) continue;
    options.push({ installmentNumber, installmentValue, total, interest, interestFree });
  }
  return options;
};
