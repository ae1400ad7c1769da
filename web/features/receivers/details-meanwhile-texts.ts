import { detailsMeanwhile } from '#/web/i18n/pt-br/details-meanwhile.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useDetailsMeanwhileTexts = makeTexts(
  detailsMeanwhile,
  async () => (await import('#/web/i18n/en/details-meanwhile.ts')).detailsMeanwhile,
);
