import { createFileRoute } from '@tanstack/react-router';
import { PlatformAdministrators } from '#/web/features/administrators/platform-administrators.tsx';
import { PlatformSetup } from '#/web/features/platform-setup/platform-setup.tsx';
import { PlatformPage } from '#/web/features/platforms/platform-page.tsx';
import type { PlatformFacts } from '#/web/features/platforms/platforms-queries.ts';

const moreOf = ({ platformId, status }: PlatformFacts) => {
  const isBlocked = status === 'BLOCKED';
  return (
    <>
      <PlatformAdministrators platformId={platformId} isBlocked={isBlocked} />
      <PlatformSetup platformId={platformId} isBlocked={isBlocked} />
    </>
  );
};

const Screen = () => {
  const { platformId } = Route.useParams();
  return <PlatformPage key={platformId} platformId={platformId} more={moreOf} />;
};

export const Route = createFileRoute('/master-root/platforms_/$platformId')({ component: Screen });
