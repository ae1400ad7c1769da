import { welcome } from '#/web/i18n/pt-br/people/welcome.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useWelcomeTexts = makeTexts(
  welcome,
  async () => (await import('#/web/i18n/en/people/welcome.ts')).welcome,
);
