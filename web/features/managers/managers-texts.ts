import { managers } from '#/web/i18n/pt-br/people/managers.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useManagersTexts = makeTexts(
  managers,
  async () => (await import('#/web/i18n/en/people/managers.ts')).managers,
);
