import { routesMeanwhile } from '#/web/i18n/pt-br/routes-meanwhile.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useRoutesMeanwhileTexts = makeTexts(
  routesMeanwhile,
  async () => (await import('#/web/i18n/en/routes-meanwhile.ts')).routesMeanwhile,
);
