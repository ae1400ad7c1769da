import type { Auth } from './better-auth.ts';

/** A user who signs in. What they may then do depends on their memberships (`memberships.ts`). */
export interface User {
  readonly email: string;
  readonly name: string;
}

export type NewUser = User & { readonly password: string };

/**
 * Sets or replaces the password of a user, and ends their sessions.
 * @param email of a user who exists @param endSessions ends sessions of a user; without it, all of them end
 */
export const setPassword = async (
  auth: Auth,
  { email, password: typed }: Pick<NewUser, 'email' | 'password'>,
  endSessions?: (userId: string) => Promise<void>,
): Promise<void> => {
  const { internalAdapter, password } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  if (!found) throw new Error('the user whose password is set was removed meanwhile');
  const { id } = found.user;
  const hash = await password.hash(typed);
  const end = endSessions ?? ((userId: string) => internalAdapter.deleteUserSessions(userId));
  if (found.accounts.some(({ providerId }) => providerId === 'credential')) {
    // Deleted first, so that even after a failure no session of the old password remains beside the new one.
    await end(id);
    await internalAdapter.updatePassword(id, hash);
    // Sessions are ended a second time, after the new hash is committed: a concurrent sign-in either compares with the new hash, or its
    // session is ended here.
    await end(id);
    return;
  }
  // better-auth's own sign-up would create the same account. With another issuer, its `updatePassword` would not find it.
  const credential = { providerId: 'credential', issuer: 'local:credential', accountId: id };
  await internalAdapter.linkAccount({ ...credential, userId: id, password: hash });
};
