import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { LiveSession } from './live-session.ts';

/** Returns the session of a call that had a caller a moment ago. @throws Rejected `session/required` when it has ended since */
export const findSession = async (
  { sessions }: Pick<Services, 'sessions'>,
  cookies: string | undefined,
): Promise<LiveSession> => {
  const session = await sessions.find(new Headers({ cookie: cookies ?? '' }), 'watches');
  if (session === undefined) throw new Rejected('session/required');
  return session;
};
