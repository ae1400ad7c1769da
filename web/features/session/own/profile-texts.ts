import { profile } from '#/web/i18n/pt-br/people/profile.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useProfileTexts = makeTexts(
  profile,
  async () => (await import('#/web/i18n/en/people/profile.ts')).profile,
);
