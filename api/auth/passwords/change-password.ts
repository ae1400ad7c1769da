import type { Caller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import { withoutLinks } from '#/api/auth/links/use-link.ts';
import { findSession } from '#/api/auth/live-session.ts';
import { requireOwnPassword } from './password-rule.ts';
import { openMembershipsOf } from '#/api/auth/second-factor/obligatory.ts';

interface Changing {
  readonly caller: Caller;
  readonly cookies: string | undefined;
  readonly ip: string;
}

/**
 * Sets a user's new password, and ends their other sessions (people.201).
 * @throws Rejected `password/easily-guessed`, `session/required`, `invitation/in-use`
 */
export const changePassword = async (
  services: Services,
  password: string,
  { caller, cookies, ip }: Changing,
): Promise<void> => {
  const { sessions, trail } = services;
  const session = await findSession(services, cookies);
  const { email, name } = session.user;
  await requireOwnPassword(password, [email, name]);
  await withoutLinks(services.database, email, async () => {
    // Another new password may have just ended this session.
    if (!(await sessions.goesOn(session))) throw new Rejected('session/required');
    // This event causes a warning mail: a thief with the session and the password must not go unnoticed.
    for (const person of await openMembershipsOf(services, caller))
      await trail.record(person, { type: 'RecordSignOut', cause: 'CHANGED_PASSWORD' }, ip);
    // A thief with the former password may have requested a reset, a change of e-mail or a recovery link.
    await sessions.resets.cancel(email);
    await sessions.emailChanges.cancel(email);
    await sessions.recovery.cancel(email);
    await sessions.changePassword(session, password);
  });
};
