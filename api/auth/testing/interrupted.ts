import { acceptInvitation } from '#/api/auth/links/accept-invitation.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { ApiWorld } from '#/api/testing/api-world.ts';

const DEATH = 'the process is killed';

/** Accepts an invitation in a process that is killed before it sets the password. */
export const acceptInterrupted = async (
  { services }: ApiWorld,
  input: ParsedInputOf<'session.acceptInvitation'>,
): Promise<void> => {
  const setPassword = () => Promise.reject(new Error(DEATH));
  const killed = { ...services, sessions: { ...services.sessions, setPassword } };
  await acceptInvitation(killed, input, '127.0.0.1').catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== DEATH) throw error;
  });
};
