import { ownPassword } from '#/web/i18n/pt-br/people/own-password.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const usePasswordTexts = makeTexts(
  ownPassword,
  async () => (await import('#/web/i18n/en/people/own-password.ts')).ownPassword,
);
