import { newPassword } from '#/web/i18n/pt-br/people/new-password.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useNewPasswordTexts = makeTexts(
  newPassword,
  async () => (await import('#/web/i18n/en/people/new-password.ts')).newPassword,
);
