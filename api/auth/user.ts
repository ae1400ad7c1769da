import type { Auth } from './better-auth.ts';

/** A user who signs in. What they may then do depends on their memberships (`memberships.ts`). */
export interface User {
  readonly email: string;
  readonly name: string;
}

export type NewUser = User & { readonly password: string };

/**
 * Sets the first password of a user, or replaces their password and ends their sessions.
 * @param email of a user who exists @param endSessions ends sessions when a password is replaced; without it, all sessions of the user end
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
    // Sessions are ended a second time, after the new hash is committed: a concurrent sign-in with the former password may have begun a
    // session meanwhile. If the sign-in begins its session even later, it ends that session itself (`withCurrentPassword`).
    await end(id);
    return;
  }
  // The account is the same as better-auth's own sign-up would create. With another issuer, `updatePassword` would not find it.
  const credential = { providerId: 'credential', issuer: 'local:credential', accountId: id };
  await internalAdapter.linkAccount({ ...credential, userId: id, password: hash });
};
