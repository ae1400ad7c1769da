import { APIError } from 'better-auth/api';
import type { Auth } from './better-auth.ts';

/** Who signs in. What they may then do depends on their memberships (`memberships.ts`). */
export interface User {
  readonly email: string;
  readonly name: string;
}

export type NewUser = User & { readonly password: string };

const codeOf = ({ body }: APIError): string => String(body?.code);

/** Creates a user; leaves an existing one unchanged. */
export const createUser = async (program: Auth, body: NewUser): Promise<void> => {
  await program.api.signUpEmail({ body }).catch((error: unknown) => {
    const isKnown = error instanceof APIError && codeOf(error).startsWith('USER_ALREADY_EXISTS');
    if (!isKnown) throw error;
  });
};

/** Sets the only password of a user, who is created if needed, and ends all their sessions. */
export const setPassword = async (program: Auth, person: NewUser): Promise<void> => {
  const { internalAdapter, password } = await program.$context;
  const found = await internalAdapter.findUserByEmail(person.email, { includeAccounts: true });
  if (found?.accounts.some(({ providerId }) => providerId === 'credential')) {
    const { id } = found.user;
    const hash = await password.hash(person.password);
    // First, so that whatever fails between, no new password stands beside the sessions of the old one.
    await internalAdapter.deleteUserSessions(id);
    await internalAdapter.updatePassword(id, hash);
    // Again, and not in one transaction: a sign-in under way sees the new hash, or its session is among those deleted.
    await internalAdapter.deleteUserSessions(id);
    return;
  }
  // A user without a password is left over from an interrupted sign-up.
  if (found) await internalAdapter.deleteUser(found.user.id);
  await createUser(program, person);
};
