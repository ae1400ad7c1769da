import { administrators } from '#/web/i18n/pt-br/people/administrators.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useAdministratorsTexts = makeTexts(
  administrators,
  async () => (await import('#/web/i18n/en/people/administrators.ts')).administrators,
);
