import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PlatformAdministrators } from '#/web/features/administrators/platform-administrators.tsx';
import { PlatformPage } from '#/web/features/platforms/platform-page.tsx';
import type { PlatformFacts } from '#/web/features/platforms/platforms-queries.ts';
import { useAlive } from '#/web/ui/hooks/use-alive.ts';

// Lazy: below the first screenful.
const PlatformSetup = lazy(() => import('#/web/features/platform-setup/platform-setup.tsx'));

const More = ({ platform: { platformId, status } }: { readonly platform: PlatformFacts }) => {
  const isAlive = useAlive();
  const isBlocked = status === 'BLOCKED';
  return (
    <>
      <PlatformAdministrators platformId={platformId} isBlocked={isBlocked} />
      {isAlive && (
        <Suspense>
          <PlatformSetup platformId={platformId} isBlocked={isBlocked} />
        </Suspense>
      )}
    </>
  );
};

const moreOf = (platform: PlatformFacts) => <More platform={platform} />;

const Screen = () => {
  const { platformId } = Route.useParams();
  return <PlatformPage key={platformId} platformId={platformId} more={moreOf} />;
};

export const Route = createFileRoute('/master-root/platforms_/$platformId')({ component: Screen });
