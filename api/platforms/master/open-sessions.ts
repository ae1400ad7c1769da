import { findSession } from '#/api/auth/live-session.ts';
import { loadPersonRecord } from '#/api/auth/person-record.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { OpenSession } from '#/api/contract/person.ts';
import { Rejected } from '#/api/http/problem.ts';
import { requireUnnamedPerson } from '#/api/people/person-names.ts';

/** @throws Rejected `resource/not-found` for a person of whom there is no record */
export const listOpenSessions = async (
  services: Services,
  person: ParsedInputOf<'master.listOpenSessions'>,
  cookies: string | undefined,
): Promise<OpenSession[]> => {
  const record = await loadPersonRecord(services.core, person);
  if (record.status === 'ABSENT') throw new Rejected('resource/not-found');
  const own = await findSession(services, cookies);
  return services.sessions.listOpenOf(person, own.id);
};

/** @throws Rejected `resource/not-found`, also for the caller's own session, which ends by signing out; Refused `subject/named-in-reason` */
export const endSession = async (
  services: Services,
  { sessionId, ...about }: ParsedInputOf<'master.endSession'>,
  { actor, cookies }: { readonly actor: string; readonly cookies: string | undefined },
): Promise<void> => {
  const own = await findSession(services, cookies);
  await requireUnnamedPerson(services, about, about.reason);
  const isEnded =
    own.id !== sessionId && (await services.sessions.revoke({ sessionId, ...about, actor }));
  if (!isEnded) throw new Rejected('resource/not-found');
};
