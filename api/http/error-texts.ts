import { acquirerErrors } from './error-texts/acquirers.ts';
import { checkoutErrors } from './error-texts/checkout.ts';
import type { ErrorCode, ErrorText } from './error-texts/error-code.ts';
import { peopleErrors } from './error-texts/people.ts';
import { requestErrors } from './error-texts/requests.ts';
import { withdrawalErrors } from './error-texts/withdrawals.ts';

/** Verbatim where a rule gives them (acquirers.95, acquirers.119, acquirers.125). */
export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  ...checkoutErrors,
  ...acquirerErrors,
  ...withdrawalErrors,
  ...peopleErrors,
  ...requestErrors,
};
