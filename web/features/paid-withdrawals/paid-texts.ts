import { paidWithdrawals } from '#/web/i18n/pt-br/payouts/paid.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const usePaidTexts = makeTexts(
  paidWithdrawals,
  async () => (await import('#/web/i18n/en/payouts/paid.ts')).paidWithdrawals,
);
