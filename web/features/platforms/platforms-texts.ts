import { platforms } from '#/web/i18n/pt-br/people/platforms.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const usePlatformsTexts = makeTexts(
  platforms,
  async () => (await import('#/web/i18n/en/people/platforms.ts')).platforms,
);
