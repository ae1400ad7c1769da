import { bankAccounts } from '#/web/i18n/pt-br/payouts/bank-accounts.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useBankAccountsTexts = makeTexts(
  bankAccounts,
  async () => (await import('#/web/i18n/en/payouts/bank-accounts.ts')).bankAccounts,
);
