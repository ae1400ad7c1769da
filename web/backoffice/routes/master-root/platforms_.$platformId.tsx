import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PlatformAdministrators } from '#/web/features/administrators/platform-administrators.tsx';
import { PlatformPage } from '#/web/features/platforms/platform-page.tsx';
import type { PlatformFacts } from '#/web/features/platforms/platforms-queries.ts';

// Below what is seen at first.
const PlatformSetup = lazy(() => import('#/web/features/platform-setup/platform-setup.tsx'));

const moreOf = ({ platformId, status }: PlatformFacts) => {
  const isBlocked = status === 'BLOCKED';
  return (
    <>
      <PlatformAdministrators platformId={platformId} isBlocked={isBlocked} />
      <Suspense>
        <PlatformSetup platformId={platformId} isBlocked={isBlocked} />
      </Suspense>
    </>
  );
};

const Screen = () => {
  const { platformId } = Route.useParams();
  return <PlatformPage key={platformId} platformId={platformId} more={moreOf} />;
};

export const Route = createFileRoute('/master-root/platforms_/$platformId')({ component: Screen });
