import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/admin-root/')({
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});
