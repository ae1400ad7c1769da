import { platformSetup } from '#/web/i18n/pt-br/people/platform-setup.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because only masters need them. */
export const useSetupTexts = makeTexts(
  platformSetup,
  async () => (await import('#/web/i18n/en/people/platform-setup.ts')).platformSetup,
);
