import { register } from '#/web/i18n/pt-br/people/register.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useRegisterTexts = makeTexts(
  register,
  async () => (await import('#/web/i18n/en/people/register.ts')).register,
);
