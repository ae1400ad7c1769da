import { platforms } from '#/web/i18n/pt-br/people/platforms.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because only masters need them. */
export const usePlatformsTexts = makeTexts(
  platforms,
  async () => (await import('#/web/i18n/en/people/platforms.ts')).platforms,
);
