import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { MyReceiver } from '#/web/features/receivers/my-receiver.tsx';
import { useIdle } from '#/web/ui/use-idle.ts';

// Lazy, because it stands below a long form.
const Impersonations = lazy(() => import('#/web/features/session/impersonations.tsx'));

const platform = getRouteApi('/platform');

const Screen = () => {
  const isIdle = useIdle();
  const { session } = platform.useRouteContext();
  return (
    <MyReceiver session={session}>
      {isIdle && (
        <Suspense>
          <Impersonations />
        </Suspense>
      )}
    </MyReceiver>
  );
};

export const Route = createFileRoute('/platform/my-profile')({ component: Screen });
