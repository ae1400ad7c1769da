import { acquirerAccounts } from '#/web/i18n/pt-br/acquirer-accounts.ts';
import { acquiring } from '#/web/i18n/pt-br/acquiring.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** The texts of acquirers with those of their accounts; the page of routes first shows only the former. */
export const useAccountTexts = makeTexts({ ...acquiring, ...acquirerAccounts }, async () => {
  const [routes, accounts] = await Promise.all([
    import('#/web/i18n/en/acquiring.ts'),
    import('#/web/i18n/en/acquirer-accounts.ts'),
  ]);
  return { ...routes.acquiring, ...accounts.acquirerAccounts };
});
