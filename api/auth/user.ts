import type { Auth } from './better-auth.ts';

/** A user who signs in; their memberships say as which person. */
export interface User {
  readonly email: string;
  readonly name: string;
}

export type NewUser = User & { readonly password: string };

/** Sets the password of an existing user. @param endSessions is called when a password is replaced, not for a first one */
export const setPassword = async (
  auth: Auth,
  { email, password: typed }: Pick<NewUser, 'email' | 'password'>,
  endSessions: (userId: string) => Promise<void>,
): Promise<void> => {
  const { internalAdapter, password } = await auth.$context;
  const existing = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  if (!existing) throw new Error('the user whose password is set was removed meanwhile');
  const { id } = existing.user;
  const hash = await password.hash(typed);
  if (existing.accounts.some(({ providerId }) => providerId === 'credential')) {
    // Sessions end first, so that even after a failure no old session remains beside the new password.
    await endSessions(id);
    await internalAdapter.updatePassword(id, hash);
    // A concurrent sign-in with the former password may have begun a session before the new hash was committed.
    await endSessions(id);
    return;
  }
  // The issuer is better-auth's own; with another, `updatePassword` would not find the account.
  const credential = { providerId: 'credential', issuer: 'local:credential', accountId: id };
  await internalAdapter.linkAccount({ ...credential, userId: id, password: hash });
};
