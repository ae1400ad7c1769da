import { createFileRoute } from '@tanstack/react-router';
import { AreaLayout } from '#/web/backoffice/area-layout.tsx';
import { requireSession } from '#/web/backoffice/require-session.ts';

const Layout = () => <AreaLayout session={Route.useRouteContext().session} />;

export const Route = createFileRoute('/platform')({
  beforeLoad: async ({ context, location }) => ({
    session: await requireSession(context.queryClient, 'seller', location.href),
  }),
  component: Layout,
});
