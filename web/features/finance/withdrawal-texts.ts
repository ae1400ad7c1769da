import { withdrawal } from '#/web/i18n/pt-br/withdrawal.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useWithdrawalTexts = makeTexts(
  withdrawal,
  async () => (await import('#/web/i18n/en/withdrawal.ts')).withdrawal,
);
