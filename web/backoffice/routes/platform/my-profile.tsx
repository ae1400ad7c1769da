import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { MyReceiver } from '#/web/features/receivers/my-receiver.tsx';
import { useAlive } from '#/web/ui/use-alive.ts';

// Lazy, because it stands below everything else.
const Impersonations = lazy(() => import('#/web/features/session/impersonations.tsx'));

const Screen = () => (
  <MyReceiver>
    {useAlive() && (
      <Suspense>
        <Impersonations />
      </Suspense>
    )}
  </MyReceiver>
);

export const Route = createFileRoute('/platform/my-profile')({ component: Screen });
