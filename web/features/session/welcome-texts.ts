import { welcome } from '#/web/i18n/pt-br/people/welcome.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useWelcomeTexts = makeTexts(
  welcome,
  async () => (await import('#/web/i18n/en/people/welcome.ts')).welcome,
);
