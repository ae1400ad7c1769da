import type { Auth } from './better-auth.ts';

/** Who signs in. What they may then do depends on their memberships (`memberships.ts`). */
export interface User {
  readonly email: string;
  readonly name: string;
}

export type NewUser = User & { readonly password: string };

/** Sets the only password of a user, and ends all their sessions. @param email of a user who exists */
export const setPassword = async (
  auth: Auth,
  { email, password: typed }: Pick<NewUser, 'email' | 'password'>,
): Promise<void> => {
  const { internalAdapter, password } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  if (!found) throw new Error('the user whose password is set was removed meanwhile');
  const { id } = found.user;
  const hash = await password.hash(typed);
  if (found.accounts.some(({ providerId }) => providerId === 'credential')) {
    // First, so that whatever fails between, no new password stands beside the sessions of the old one.
    await internalAdapter.deleteUserSessions(id);
    await internalAdapter.updatePassword(id, hash);
    // Again, and not in one transaction: a sign-in under way sees the new hash, or its session is among those deleted.
    await internalAdapter.deleteUserSessions(id);
    return;
  }
  // As better-auth's own sign-up makes it; with another issuer, its `updatePassword` would not find it.
  const credential = { providerId: 'credential', issuer: 'local:credential', accountId: id };
  await internalAdapter.linkAccount({ ...credential, userId: id, password: hash });
};
