import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { SignInOutcome } from './sign-in.ts';

/** What to tell whoever could not sign in; undefined when they did. */
export const signInFailure = (
  outcome: SignInOutcome,
  { login }: Pick<BackofficeTexts, 'login'>,
): string | undefined => {
  switch (outcome.kind) {
    case 'signed-in':
      return undefined;
    case 'wrong':
      return login.wrong;
    case 'limited':
      return login.limited(outcome.seconds);
    case 'unavailable':
      return login.unavailable;
  }
};
