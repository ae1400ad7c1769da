import { platformTerms } from '#/web/i18n/pt-br/platform-terms.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useTermsTexts = makeTexts(
  platformTerms,
  async () => (await import('#/web/i18n/en/platform-terms.ts')).platformTerms,
);
