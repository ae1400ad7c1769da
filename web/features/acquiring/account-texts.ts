import { acquirerAccounts } from '#/web/i18n/pt-br/acquirer-accounts.ts';
import { acquiring } from '#/web/i18n/pt-br/acquiring.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** The texts of routes and of acquirers' accounts, for pages that show both. */
export const useAccountTexts = makeTexts({ ...acquiring, ...acquirerAccounts }, async () => {
  const [routes, accounts] = await Promise.all([
    import('#/web/i18n/en/acquiring.ts'),
    import('#/web/i18n/en/acquirer-accounts.ts'),
  ]);
  return { ...routes.acquiring, ...accounts.acquirerAccounts };
});
