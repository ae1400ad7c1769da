import { createFileRoute } from '@tanstack/react-router';
import { PlatformAdministrators } from '#/web/features/administrators/platform-administrators.tsx';
import { PlatformPage } from '#/web/features/platforms/platform-page.tsx';
import type { PlatformFacts } from '#/web/features/platforms/platforms-queries.ts';

const administratorsOf = ({ platformId, status }: PlatformFacts) => (
  <PlatformAdministrators platformId={platformId} isBlocked={status === 'BLOCKED'} />
);

const Screen = () => {
  const { platformId } = Route.useParams();
  return <PlatformPage key={platformId} platformId={platformId} more={administratorsOf} />;
};

export const Route = createFileRoute('/master-root/platforms_/$platformId')({ component: Screen });
