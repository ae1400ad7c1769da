import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';
import { homeOf } from '#/web/features/session/access.ts';
import { sessionQuery } from '#/web/features/session/session-query.ts';

/**
 * The session an area needs. Nobody signed in goes to the area's door and comes back; whoever belongs
 * to the other area goes home.
 */
export const requireSession = async (
  queryClient: QueryClient,
  area: 'seller' | 'staff',
  href: string,
): Promise<Session> => {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (!session) {
    const to = area === 'seller' ? '/login' : '/admin-root-login';
    throw redirect({ to, search: { next: href } });
  }
  if ((session.role === 'SELLER') !== (area === 'seller')) {
    throw redirect({ to: homeOf(session) ?? '/' });
  }
  return session;
};
