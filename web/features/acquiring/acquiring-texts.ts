import { acquiring } from '#/web/i18n/pt-br/acquiring.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useAcquiringTexts = makeTexts(
  acquiring,
  async () => (await import('#/web/i18n/en/acquiring.ts')).acquiring,
);
