import { services } from '#/web/i18n/pt-br/outside-services.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useServicesTexts = makeTexts(
  services,
  async () => (await import('#/web/i18n/en/outside-services.ts')).services,
);
