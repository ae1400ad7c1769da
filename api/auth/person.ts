import type { ProceduresOf } from '#/api/http/procedure.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { LiveSession } from './live-session.ts';
import { accessingAs } from './trail.ts';

/** Returns the session of a call that had a caller a moment ago. @throws Rejected `session/required` when it has ended since */
const findSession = async (
  { sessions }: Services,
  cookies: string | undefined,
): Promise<LiveSession> => {
  const session = await sessions.find(new Headers({ cookie: cookies ?? '' }), 'watches');
  if (session === undefined) throw new Rejected('session/required');
  return session;
};

/** Makes the browser forget its own session, as a sign-out does. */
const forgetSession = async (
  { sessions }: Services,
  cookie: string | undefined,
  setCookie: (cookie: string) => void,
): Promise<void> => {
  const headers = new Headers({ 'content-type': 'application/json', cookie: cookie ?? '' });
  const answered = await sessions.answer('/api/auth/sign-out', headers, {});
  for (const expired of answered.headers.getSetCookie()) setCookie(expired);
};

export const personProcedures: ProceduresOf<'person'> = {
  'person.listSessions': async (_input, { services, cookies }) => ({
    sessions: await services.sessions.listOpen(await findSession(services, cookies)),
  }),
  'person.endSession': async ({ sessionId }, { caller, services, cookies, ip, setCookie }) => {
    const { id, userId } = await findSession(services, cookies);
    const isEnded = await services.sessions.end({ userId, sessionId });
    if (!isEnded) throw new Rejected('resource/not-found');
    if (id === sessionId) await forgetSession(services, cookies, setCookie);
    const action = { type: 'RecordSignOut', cause: 'REMOTE' } as const;
    services.trail.note(async () => accessingAs(caller), action, ip);
    return {};
  },
};
