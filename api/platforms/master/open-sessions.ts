import { findSession } from '#/api/auth/live-session.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { OpenSession } from '#/api/contract/person.ts';
import { Rejected } from '#/api/http/problem.ts';

export const listOpenSessions = async (
  services: Services,
  person: ParsedInputOf<'master.listOpenSessions'>,
  cookies: string | undefined,
): Promise<OpenSession[]> => {
  const own = await findSession(services, cookies);
  return services.sessions.listOpenOf(person, own.id);
};

/** @throws Rejected `resource/not-found`, also for the caller's own session, which ends by signing out */
export const endSession = async (
  services: Services,
  { sessionId, ...about }: ParsedInputOf<'master.endSession'>,
  { actor, cookies }: { readonly actor: string; readonly cookies: string | undefined },
): Promise<void> => {
  const own = await findSession(services, cookies);
  const isEnded =
    own.id !== sessionId && (await services.sessions.revoke({ sessionId, ...about, actor }));
  if (!isEnded) throw new Rejected('resource/not-found');
};
