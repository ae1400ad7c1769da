import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { AcquiringPage } from '#/web/features/acquiring/acquiring-page.tsx';

const Screen = () => {
  const { sellerId } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AcquiringPage
      sellerId={sellerId}
      onSeller={(next) => void navigate({ search: { sellerId: next } })}
    />
  );
};

export const Route = createFileRoute('/admin-root/platform-settings/acquirings')({
  validateSearch: z.object({ sellerId: z.catch(z.optional(z.string()), undefined) }),
  component: Screen,
});
