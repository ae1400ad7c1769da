import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { roles, type Area } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import { areas } from '#/web/features/session/areas.ts';
import { homeOf } from '#/web/features/session/access.ts';
import { sessionQuery } from '#/web/features/session/session-query.ts';

/**
 * Returns the session of a user of this area. Redirects a signed-out user, and a user who lacks the second factor that their role needs, to
 * the area's sign-in page, which leads back here afterwards. Redirects a user of another area to their own home, or to `/` if they have
 * none.
 */
export const requireSession = async (
  queryClient: QueryClient,
  area: Area,
  href: string,
): Promise<Session> => {
  const session = await queryClient.ensureQueryData(sessionQuery);
  // On that page, a user who lacks a second factor sets it up.
  if (!session || session.lacksSecondFactor) {
    throw redirect({ to: areas[area].door, search: { next: href } });
  }
  if (roles[session.role].area !== area) {
    throw redirect({ to: homeOf(session) ?? '/' });
  }
  return session;
};
