import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { Language } from '#/web/lib/i18n.ts';
import type { SignInOutcome } from './sign-in.ts';

/** The text of a failed sign-in; undefined after success, and if only a code is missing. */
export const signInFailure = (
  outcome: SignInOutcome,
  { login }: Pick<BackofficeTexts, 'login'>,
  language: Language,
): string | undefined => {
  switch (outcome.kind) {
    case 'signed-in':
      return undefined;
    case 'code':
      return outcome.isWrong ? outcome.detail[language] : undefined;
    case 'wrong':
      return login.wrong;
    case 'limited':
      return login.limited(outcome.seconds);
    case 'unavailable':
      return outcome.detail?.[language] ?? login.unavailable;
  }
};
