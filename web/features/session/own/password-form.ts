import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import type { OwnPasswordTexts } from '#/web/i18n/pt-br/people/own-password.ts';
import { ProblemError } from '#/web/lib/rpc.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface PasswordValues {
  readonly password: string;
  readonly again: string;
}

export type PasswordError = keyof OwnPasswordTexts['errors'];

/** Only the server refuses a password that is easy to guess. */
export const passwordErrors = ({
  password,
  again,
}: PasswordValues): FormErrors<PasswordValues, PasswordError> => ({
  ...(password.length < SHORTEST_PASSWORD && {
    password: password === '' ? ('missing' as const) : ('short' as const),
  }),
  ...(again !== password && {
    again: again === '' ? ('missing' as const) : ('different' as const),
  }),
});

/** Whether the server refused the password as easy to guess: then the error text belongs at the field. */
export const isGuessable = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'password/easily-guessed';
