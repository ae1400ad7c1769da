import type { ProceduresOf } from '#/api/http/procedure.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { changePassword } from './passwords/change-password.ts';
import { findSession } from './live-session.ts';
import { getEmailChange, requestEmailChange } from './links/change-email.ts';
import { listOwnMemberships } from './own-memberships.ts';
import { browserNamesOf } from './open-sessions.ts';
import { openAmong } from './person-record.ts';
import { secondFactorProcedures } from './second-factor/procedures.ts';

const headersOf = (cookies: string | undefined): Headers => new Headers({ cookie: cookies ?? '' });

/** Makes the browser delete its session cookie. */
const forgetSession = async (
  { sessions }: Services,
  cookie: string | undefined,
  setCookie: (cookie: string) => void,
): Promise<void> => {
  const headers = new Headers({ 'content-type': 'application/json', cookie: cookie ?? '' });
  const { answered } = await sessions.signOut(headers);
  for (const expired of answered.headers.getSetCookie()) setCookie(expired);
};

export const personProcedures: ProceduresOf<'person'> = {
  ...secondFactorProcedures,
  'person.getEmailChange': (_input, { services, cookies }) => getEmailChange(services, cookies),
  'person.requestEmailChange': async ({ email }, { caller, services, cookies, language }) => {
    await requestEmailChange(services, email, { caller, cookies, language });
    return {};
  },
  'person.cancelEmailChange': async (_input, { caller, services }) => {
    await services.sessions.emailChanges.cancel(caller.email);
    return {};
  },
  'person.changePassword': async ({ password }, { caller, services, cookies, ip, setCookie }) => {
    await changePassword(services, password, { caller, cookies, ip });
    // A new password makes all devices unknown; this one becomes known again, as the password was chosen here.
    setCookie(services.sessions.devices.issue(caller.email));
    return {};
  },
  'person.getPreferences': (_input, { caller, services }) =>
    services.sessions.preferences.of(caller.email),
  'person.setPreferences': async (chosen, { caller, services }) => {
    await services.sessions.preferences.set(caller.email, chosen);
    return {};
  },
  'person.listSessions': async (_input, { services, cookies }) => ({
    sessions: await services.sessions.listOpen(await findSession(services, cookies)),
  }),
  'person.endSession': async ({ sessionId }, { services, cookies, ip, userAgent, setCookie }) => {
    const { id, userId } = await findSession(services, cookies);
    const ended = await services.sessions.end({ userId, sessionId });
    if (ended === undefined) throw new Rejected('resource/not-found');
    if (id === sessionId) await forgetSession(services, cookies, setCookie);
    services.trail.recordEnds(ended, ip, browserNamesOf(userAgent));
    return {};
  },
  'person.listMemberships': async (_input, { caller, services }) => ({
    memberships: await listOwnMemberships(services, caller),
  }),
  'person.chooseMembership': async (wanted, { caller, services, cookies, ip, userAgent }) => {
    const { core, sessions, trail } = services;
    const own = await openAmong(core, await sessions.memberships.of(caller.email));
    const chosen = own.find(
      ({ kind, personId }) => kind === wanted.kind && personId === wanted.personId,
    );
    const isChosen =
      chosen !== undefined && (await sessions.memberships.choose(headersOf(cookies), chosen));
    if (!isChosen) throw new Rejected('resource/not-found');
    const action = { type: 'RecordSignIn', failures: 0, isKnownDevice: true } as const;
    trail.recordLater(async () => [chosen], action, ip, browserNamesOf(userAgent));
    return {};
  },
};
