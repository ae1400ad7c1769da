import { payoutRequests } from '#/web/i18n/pt-br/payouts/requests.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const usePayoutsTexts = makeTexts(
  payoutRequests,
  async () => (await import('#/web/i18n/en/payouts/requests.ts')).payoutRequests,
);
