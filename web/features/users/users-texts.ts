import { users } from '#/web/i18n/pt-br/people/users.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useUsersTexts = makeTexts(
  users,
  async () => (await import('#/web/i18n/en/people/users.ts')).users,
);
