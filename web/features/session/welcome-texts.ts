import { welcome } from '#/web/i18n/pt-br/people/welcome.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because one screen needs them once. */
export const useWelcomeTexts = makeTexts(
  welcome,
  async () => (await import('#/web/i18n/en/people/welcome.ts')).welcome,
);
