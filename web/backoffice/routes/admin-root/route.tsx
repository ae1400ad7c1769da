import { createFileRoute } from '@tanstack/react-router';
import { AreaLayout } from '#/web/backoffice/area-layout.tsx';
import { requireSession } from '#/web/backoffice/require-session.ts';

const Layout = () => <AreaLayout session={Route.useRouteContext().session} />;

export const Route = createFileRoute('/admin-root')({
  beforeLoad: async ({ context, location }) => ({
    session: await requireSession(context.queryClient, 'staff', location.href),
  }),
  component: Layout,
});
