import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/manager-root/')({
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});
