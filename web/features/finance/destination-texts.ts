import { destinations } from '#/web/i18n/pt-br/payouts/destinations.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because only one page needs them. */
export const useDestinationTexts = makeTexts(
  destinations,
  async () => (await import('#/web/i18n/en/payouts/destinations.ts')).destinations,
);
