import { paidWithdrawals } from '#/web/i18n/pt-br/payouts/paid.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const usePaidTexts = makeTexts(
  paidWithdrawals,
  async () => (await import('#/web/i18n/en/payouts/paid.ts')).paidWithdrawals,
);
