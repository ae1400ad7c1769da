import { masters } from '#/web/i18n/pt-br/people/masters.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useMastersTexts = makeTexts(
  masters,
  async () => (await import('#/web/i18n/en/people/masters.ts')).masters,
);
