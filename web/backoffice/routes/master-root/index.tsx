import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/master-root/')({
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});
