import { ownAccess } from '#/web/i18n/pt-br/people/own-access.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useOwnAccessTexts = makeTexts(
  ownAccess,
  async () => (await import('#/web/i18n/en/people/own-access.ts')).ownAccess,
);
