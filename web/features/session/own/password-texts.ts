import { ownPassword } from '#/web/i18n/pt-br/people/own-password.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because they are rarely needed. */
export const usePasswordTexts = makeTexts(
  ownPassword,
  async () => (await import('#/web/i18n/en/people/own-password.ts')).ownPassword,
);
