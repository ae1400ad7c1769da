import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { SecondFactorTexts } from '#/web/i18n/pt-br/people/second-factor.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface SignInValues {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

type SignInError = 'emailMissing' | 'passwordMissing' | 'codeMissing';

const isEmpty = (text: string): boolean => text.trim() === '';

/** Errors of required fields that are empty. */
export const signInErrors = (
  { email, password, code }: SignInValues,
  asksCode: boolean,
): FormErrors<SignInValues, SignInError> => ({
  email: isEmpty(email) ? 'emailMissing' : undefined,
  password: isEmpty(password) ? 'passwordMissing' : undefined,
  code: asksCode && isEmpty(code) ? 'codeMissing' : undefined,
});

/** Leaves out an empty code: there is none until the server asks for it. */
export const credentialsIn = ({ email, password, code }: SignInValues) => ({
  email: email.trim(),
  password,
  code: code.trim() || undefined,
});

export const signInErrorTexts = (
  { login }: Pick<BackofficeTexts, 'login'>,
  { codeMissing }: Pick<SecondFactorTexts, 'codeMissing'>,
): Readonly<Record<SignInError, string>> => ({
  emailMissing: login.emailMissing,
  passwordMissing: login.passwordMissing,
  codeMissing,
});
