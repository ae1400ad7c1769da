import { createFileRoute, redirect } from '@tanstack/react-router';
import { homeOf } from '#/web/features/session/access.ts';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import { NoHome } from '#/web/backoffice/no-home.tsx';

/**
 * Redirects a signed-out user to the sellers' sign-in page, and others to their home. Staff without any permission have no home, and see a
 * page that says so.
 */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/login' });
    const home = homeOf(session);
    if (home !== undefined) throw redirect({ to: home });
  },
  component: NoHome,
});
