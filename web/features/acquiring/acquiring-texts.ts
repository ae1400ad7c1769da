import { acquiring } from '#/web/i18n/pt-br/acquiring.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useAcquiringTexts = makeTexts(
  acquiring,
  async () => (await import('#/web/i18n/en/acquiring.ts')).acquiring,
);
