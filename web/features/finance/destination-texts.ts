import { destinations } from '#/web/i18n/pt-br/payouts/destinations.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useDestinationTexts = makeTexts(
  destinations,
  async () => (await import('#/web/i18n/en/payouts/destinations.ts')).destinations,
);
