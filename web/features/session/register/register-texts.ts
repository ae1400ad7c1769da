import { register } from '#/web/i18n/pt-br/people/register.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useRegisterTexts = makeTexts(
  register,
  async () => (await import('#/web/i18n/en/people/register.ts')).register,
);
