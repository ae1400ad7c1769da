import { users } from '#/web/i18n/pt-br/people/users.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useUsersTexts = makeTexts(
  users,
  async () => (await import('#/web/i18n/en/people/users.ts')).users,
);
