import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { roles, rulesOfArea, type Area } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import { homeOf } from '#/web/features/session/access.ts';
import { sessionQuery } from '#/web/features/session/session-query.ts';

/** Returns the session of a user of this area; redirects others to sign in, or to their own home. */
export const requireSession = async (
  queryClient: QueryClient,
  area: Area,
  href: string,
): Promise<Session> => {
  const session = await queryClient.ensureQueryData(sessionQuery);
  // A user who lacks a second factor sets it up on the sign-in page.
  if (!session || session.lacksSecondFactor) {
    throw redirect({ to: rulesOfArea[area].door, search: { next: href } });
  }
  if (roles[session.role].area !== area) {
    throw redirect({ to: homeOf(session) ?? '/' });
  }
  return session;
};
