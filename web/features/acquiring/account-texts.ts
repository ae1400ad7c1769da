import { acquirerAccounts } from '#/web/i18n/pt-br/acquirer-accounts.ts';
import { acquiring } from '#/web/i18n/pt-br/acquiring.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** For pages that show acquirers' accounts too. */
export const useAccountTexts = makeTexts({ ...acquiring, ...acquirerAccounts }, async () => {
  const [routes, accounts] = await Promise.all([
    import('#/web/i18n/en/acquiring.ts'),
    import('#/web/i18n/en/acquirer-accounts.ts'),
  ]);
  return { ...routes.acquiring, ...accounts.acquirerAccounts };
});
