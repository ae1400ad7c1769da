import { createFileRoute, redirect } from '@tanstack/react-router';
import { homeOf } from '#/web/features/session/access.ts';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import { NoHome } from '#/web/backoffice/no-home.tsx';

/** Redirects to the user's home, or to sign-in. Staff without permissions have no home. */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/login' });
    const home = homeOf(session);
    if (home !== undefined) throw redirect({ to: home });
  },
  component: NoHome,
});
