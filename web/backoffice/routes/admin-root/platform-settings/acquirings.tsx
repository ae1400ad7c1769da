import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { mayDo } from '#/web/features/session/access.ts';
import { AcquiringPage } from '#/web/features/acquiring/acquiring-page.tsx';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';

const Screen = () => {
  const { sellerId } = Route.useSearch();
  const navigate = Route.useNavigate();
  const listsSellers = mayDo(useStaffSession(), 'admin.listSellerRevenue');
  return (
    <AcquiringPage
      sellerId={sellerId}
      listsSellers={listsSellers}
      onSeller={(next) => void navigate({ search: { sellerId: next } })}
    />
  );
};

export const Route = createFileRoute('/admin-root/platform-settings/acquirings')({
  validateSearch: z.object({ sellerId: z.catch(z.optional(z.string()), undefined) }),
  component: Screen,
});
