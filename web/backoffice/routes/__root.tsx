import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';

/** Nothing of its own to draw, so that the entry stays small: what it shows on failure comes when it fails. */
export const Route = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  notFoundComponent: lazyRouteComponent(() => import('#/web/backoffice/dead-ends.tsx'), 'NotFound'),
  errorComponent: lazyRouteComponent(() => import('#/web/backoffice/dead-ends.tsx'), 'Crashed'),
});
