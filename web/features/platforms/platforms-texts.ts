import { platforms } from '#/web/i18n/pt-br/people/platforms.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const usePlatformsTexts = makeTexts(
  platforms,
  async () => (await import('#/web/i18n/en/people/platforms.ts')).platforms,
);
