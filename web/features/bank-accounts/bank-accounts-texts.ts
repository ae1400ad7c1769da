import { bankAccounts } from '#/web/i18n/pt-br/payouts/bank-accounts.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useBankAccountsTexts = makeTexts(
  bankAccounts,
  async () => (await import('#/web/i18n/en/payouts/bank-accounts.ts')).bankAccounts,
);
