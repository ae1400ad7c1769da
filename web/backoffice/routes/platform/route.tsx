import { createFileRoute } from '@tanstack/react-router';
import { AreaLayout } from '#/web/backoffice/area-layout.tsx';
import { requireSession } from '#/web/backoffice/require-session.ts';
import { SessionKeeper } from '#/web/backoffice/session-keeper.tsx';

const Layout = () => {
  const { session } = Route.useRouteContext();
  return (
    <>
      <SessionKeeper session={session} />
      <AreaLayout session={session} />
    </>
  );
};

export const Route = createFileRoute('/platform')({
  beforeLoad: async ({ context, location }) => ({
    session: await requireSession(context.queryClient, 'seller', location.href),
  }),
  component: Layout,
});
