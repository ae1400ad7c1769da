import { platformSetup } from '#/web/i18n/pt-br/people/platform-setup.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useSetupTexts = makeTexts(
  platformSetup,
  async () => (await import('#/web/i18n/en/people/platform-setup.ts')).platformSetup,
);
