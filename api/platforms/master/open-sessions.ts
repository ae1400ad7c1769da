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

/**
 * The reason may name neither the person by whom the master found the session, nor the one at whom it is recorded.
 * @throws Rejected `resource/not-found`, also for the caller's own session, which ends by signing out; Refused `subject/named-in-reason`
 */
export const endSession = async (
  services: Services,
  { reason, ...which }: ParsedInputOf<'master.endSession'>,
  { actor, cookies }: { readonly actor: string; readonly cookies: string | undefined },
): Promise<void> => {
  const own = await findSession(services, cookies);
  const recorded = await services.sessions.findRecorded(which);
  if (recorded === undefined || own.id === which.sessionId)
    throw new Rejected('resource/not-found');
  for (const person of [which, recorded]) await requireUnnamedPerson(services, person, reason);
  if (!(await services.sessions.revoke({ ...which, recorded, reason, actor })))
    throw new Rejected('resource/not-found');
};
