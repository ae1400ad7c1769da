import { ownPassword } from '#/web/i18n/pt-br/people/own-password.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const usePasswordTexts = makeTexts(
  ownPassword,
  async () => (await import('#/web/i18n/en/people/own-password.ts')).ownPassword,
);
