import { blockAccess } from '#/web/i18n/pt-br/block-access.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because one screen needs them once. */
export const useBlockTexts = makeTexts(
  blockAccess,
  async () => (await import('#/web/i18n/en/block-access.ts')).blockAccess,
);
