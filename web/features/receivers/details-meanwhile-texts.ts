import { detailsMeanwhile } from '#/web/i18n/pt-br/details-meanwhile.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useDetailsMeanwhileTexts = makeTexts(
  detailsMeanwhile,
  async () => (await import('#/web/i18n/en/details-meanwhile.ts')).detailsMeanwhile,
);
