import { blockAccess } from '#/web/i18n/pt-br/people/block-access.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useBlockTexts = makeTexts(
  blockAccess,
  async () => (await import('#/web/i18n/en/people/block-access.ts')).blockAccess,
);
