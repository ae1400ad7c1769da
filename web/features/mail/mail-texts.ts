import { mail } from '#/web/i18n/pt-br/mail.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useMailTexts = makeTexts(
  mail,
  async () => (await import('#/web/i18n/en/mail.ts')).mail,
);
