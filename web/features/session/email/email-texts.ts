import { emailChange } from '#/web/i18n/pt-br/people/email-change.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useEmailTexts = makeTexts(
  emailChange,
  async () => (await import('#/web/i18n/en/people/email-change.ts')).emailChange,
);
